// The built extension and the real language server: COCITE_COMMAND and COCITE_LIBRARY say which.

const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const test = require('node:test');

const { registered, vscode, Uri, Position, extension } = require('./vscode-stub');

const command = process.env.COCITE_COMMAND;
const skip = !fs.existsSync(extension) ? 'not built' : !command && 'COCITE_COMMAND is not set';

test('a program that is missing is said', { skip: skip === 'not built' && skip }, async () => {
  registered.settings = { command: path.join(os.tmpdir(), 'no-such-cocite') };
  const { activate, deactivate } = require(extension);
  await activate({ subscriptions: [] });
  assert.match(registered.errors.join(' '), /was not found/);
  assert.ok(registered.commands['cocite.restart']);
  await deactivate();
});

test('a citation is completed', { skip, timeout: 180000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cocite-'));
  const file = path.join(folder, 'draft.md');
  const text = '# On learning\n\nHard negatives are mined from a citation graph [@';
  fs.writeFileSync(file, text);
  const document = {
    uri: Uri.file(file), languageId: 'markdown', version: 1, fileName: file, isClosed: false, lineCount: 3,
    getText: () => text,
  };
  vscode.workspace.textDocuments.push(document);
  registered.settings = { command, library: process.env.COCITE_LIBRARY };
  const { activate, deactivate } = require(extension);
  try {
    await activate({ subscriptions: [] });
    const [, provider] = registered.providers.registerCompletionItemProvider;
    const at = new Position(2, text.split('\n')[2].length);
    const { token } = new vscode.CancellationTokenSource();
    const found = await provider.provideCompletionItems(document, at, token, { triggerKind: 0 });
    const told = found.items.map((item) => `${item.label.label || item.label} ${item.detail}`);
    assert.ok(told.length > 0 && told.every((each) => /\d{4}/.test(each)), told.join('; '));
  } finally {
    await deactivate();
    fs.rmSync(folder, { recursive: true });
  }
});
