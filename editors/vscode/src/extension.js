// Starts `cocite lsp` and connects it to the editor. Everything else is the server's.

const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');
const { documentSelector, serverCommand, startFailure } = require('./server');

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration('cocite');
  const run = serverCommand({
    command: settings.get('command'),
    library: settings.get('library'),
    allowWrites: settings.get('allowWrites'),
  });
  client = new LanguageClient('cocite', 'Cocite', run, { documentSelector: documentSelector() });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    vscode.window.showErrorMessage(startFailure(run.command, error));
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) {
    await running.dispose();
  }
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('cocite.restart', restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('cocite')) {
        return restart();
      }
      return undefined;
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
