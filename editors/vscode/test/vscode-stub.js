// Stands for the module that VS Code gives its extensions: knows the values that the language client reads, and lets
// everything else be called, made and passed on without effect.

const Module = require('node:module');
const path = require('node:path');
const { pathToFileURL, fileURLToPath } = require('node:url');

const registered = { commands: {}, providers: {}, errors: [] };

class Disposable {
  constructor(call) {
    this.call = call;
  }
  dispose() {
    if (this.call) this.call();
  }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return new Disposable(() => this.listeners.delete(listener));
    };
  }
  fire(value) {
    for (const listener of this.listeners) listener(value);
  }
  dispose() {}
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(':')[0];
    this.fsPath = this.scheme === 'file' ? fileURLToPath(text) : text;
    this.path = this.fsPath;
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(name) {
    return new Uri(pathToFileURL(name).href);
  }
  toString() {
    return this.text;
  }
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(start, end, line, character) {
    const four = line !== undefined;
    this.start = four ? new Position(start, end) : start;
    this.end = four ? new Position(line, character) : end;
  }
}

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
CodeActionKind.Empty = new CodeActionKind('');

class CompletionItem {
  constructor(label) {
    this.label = label;
  }
}

class CompletionList {
  constructor(items, isIncomplete) {
    Object.assign(this, { items, isIncomplete });
  }
}

const nothing = () => new Disposable();
const plain = () => class {};

/** Lets what a namespace lacks be a call without effect, or an enumeration of numbers. */
function open(known, missing) {
  return new Proxy(known, {
    get: (all, name) => {
      if (!(name in all) && typeof name === 'string' && name !== 'then') all[name] = missing(name);
      return all[name];
    },
  });
}

const enumeration = () => {
  let next = 0;
  return open({}, () => next++);
};

const languages = open({}, (name) => (...given) => {
  if (name.startsWith('register')) registered.providers[name] = given;
  return name === 'match' ? 10 : new Disposable();
});
languages.match = () => 10;
languages.createDiagnosticCollection = () => ({
  set: (uri, found) => (registered.diagnostics = { uri: String(uri), found }),
  delete() {},
  clear() {},
  dispose() {},
});

const events = (known) =>
  open(known, (name) => (/^on(Did|Will)/.test(name) ? nothing : () => undefined));

const channel = open({}, () => () => undefined);

const stub = {
  Disposable,
  EventEmitter,
  Uri,
  Position,
  Range,
  CodeActionKind,
  CompletionItem,
  CompletionList,
  version: '1.100.0',
  languages,
  env: events({ appName: 'stub', language: 'en', appRoot: __dirname }),
  window: events({
    visibleTextEditors: [],
    createOutputChannel: () => channel,
    showErrorMessage: async (text) => void registered.errors.push(text),
    tabGroups: { all: [], onDidChangeTabs: nothing },
    activeTextEditor: undefined,
  }),
  workspace: events({
    textDocuments: [],
    notebookDocuments: [],
    workspaceFolders: undefined,
    fs: {},
    getConfiguration: () => ({ get: (name) => registered.settings?.[name] }),
    createFileSystemWatcher: () => events({}),
  }),
  commands: {
    registerCommand: (name, call) => {
      registered.commands[name] = call;
      return new Disposable();
    },
    executeCommand: () => Promise.resolve(),
  },
  extensions: { getExtension: () => undefined, all: [] },
  CancellationTokenSource: class {
    constructor() {
      this.token = { isCancellationRequested: false, onCancellationRequested: nothing };
    }
    cancel() {}
    dispose() {}
  },
};

for (const name of [
  'CompletionItemKind', 'CompletionItemTag', 'SymbolKind', 'SymbolTag', 'DiagnosticSeverity', 'DiagnosticTag',
  'FileChangeType', 'FileType', 'TextDocumentSaveReason', 'ProgressLocation', 'CompletionTriggerKind',
  'SignatureHelpTriggerKind', 'CodeActionTriggerKind', 'FoldingRangeKind', 'InlayHintKind', 'LogLevel',
  'InlineCompletionTriggerKind', 'DocumentHighlightKind', 'StatusBarAlignment', 'TextEditorRevealType', 'ViewColumn',
  'NotebookCellKind', 'ConfigurationTarget', 'EndOfLine', 'TextDocumentChangeReason', 'UIKind', 'ExtensionKind',
]) {
  stub[name] = enumeration();
}

const vscode = open(stub, plain);
const load = Module._load;
Module._load = (name, ...others) => (name === 'vscode' ? vscode : load(name, ...others));

module.exports = { registered, vscode, Uri, Position, extension: path.join(__dirname, '..', 'dist', 'extension.js') };
