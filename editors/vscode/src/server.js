// What is started for an editor, from the settings: apart from VS Code, so that it can be tested alone.

const LANGUAGES = ['latex', 'tex', 'markdown', 'quarto', 'rmd', 'typst'];

/** The command of the language server and its arguments. */
function serverCommand(settings) {
  const args = ['lsp'];
  if (settings.library) {
    args.push('--library', settings.library);
  }
  if (settings.allowWrites) {
    args.push('--allow-writes');
  }
  return { command: settings.command || 'cocite', args };
}

/** Documents on the disk alone: a bibliography is written beside them. */
function documentSelector() {
  return LANGUAGES.map((language) => ({ scheme: 'file', language }));
}

/** What is said when the server does not start. */
function startFailure(command, error) {
  if (/ENOENT/.test(String(error))) {
    return `“${command}” was not found. Install Cocite, or set cocite.command to its whole path.`;
  }
  return `Cocite did not start: ${error && error.message ? error.message : error}`;
}

module.exports = { LANGUAGES, documentSelector, serverCommand, startFailure };
