const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');

const { LANGUAGES, documentSelector, serverCommand, startFailure } = require('../src/server');

const folder = path.join(__dirname, '..');
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
const settings = Object.keys(manifest.contributes.configuration.properties);

test('the settings become the command line', () => {
  assert.deepStrictEqual(serverCommand({}), { command: 'cocite', args: ['lsp'] });
  const all = { command: '/opt/cocite', library: '/home/ann/my library', allowWrites: true };
  const args = ['lsp', '--library', '/home/ann/my library', '--allow-writes'];
  assert.deepStrictEqual(serverCommand(all), { command: '/opt/cocite', args });
});

test('files are completed, and nothing that lies on no disk', () => {
  assert.ok(documentSelector().every((each) => each.scheme === 'file'));
  assert.ok(documentSelector().some((each) => each.language === 'typst'));
});

test('the extension starts with the languages that the server knows', () => {
  const starts = manifest.activationEvents.map((each) => each.replace('onLanguage:', ''));
  assert.deepStrictEqual([...starts].sort(), [...LANGUAGES].sort());
});

test('a folder that is not trusted does not choose the program', () => {
  const limits = manifest.capabilities.untrustedWorkspaces;
  assert.strictEqual(limits.supported, 'limited');
  assert.deepStrictEqual([...limits.restrictedConfigurations].sort(), [...settings].sort());
});

test('every setting stands in the README', () => {
  const told = fs.readFileSync(path.join(folder, 'README.md'), 'utf8');
  assert.deepStrictEqual(settings.filter((each) => !told.includes(`\`${each}\``)), []);
});

test('a program that is missing is told from one that fails', () => {
  const missing = Object.assign(new Error('spawn cocite ENOENT'), { code: 'ENOENT' });
  assert.match(startFailure('cocite', missing), /was not found.*cocite\.command/);
  assert.match(startFailure('cocite', new Error('exit 2')), /did not start: exit 2/);
});
