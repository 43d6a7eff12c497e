// `z8k lsp`, driven by the client library of the Language Server Protocol, on the chess program.
'use strict';

const { test, before, after } = require('node:test');
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const protocol = require('vscode-languageserver-protocol/node');
const { read, uri, place, manifest } = require('./files');

const Z8K = process.env.Z8K;
assert.ok(Z8K, 'the variable Z8K names the z8k command');
const FILE = 'asm/t2v.s';
const text = read(FILE);
const textDocument = { uri: uri(FILE) };
const range = (from, to) => ({ start: { line: from, character: 0 }, end: { line: to, character: 0 } });

let server;
let connection;
let capabilities;
const problems = new Map();
let heard = () => {};

// The default settings of the extension.
const settings = Object.fromEntries(Object.entries(manifest.contributes.configuration.properties)
    .map(([name, setting]) => [name.replace('z8000.', ''), setting.default]));

before(async () => {
    server = spawn(Z8K, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    connection = protocol.createProtocolConnection(
        new protocol.StreamMessageReader(server.stdout), new protocol.StreamMessageWriter(server.stdin));
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, (found) => {
        problems.set(found.uri, found.diagnostics);
        heard();
    });
    connection.listen();
    const answer = await connection.sendRequest(protocol.InitializeRequest.type, {
        processId: process.pid,
        rootUri: uri(''),
        workspaceFolders: [{ uri: uri(''), name: 'test' }],
        capabilities: {},
        initializationOptions: settings,
    });
    capabilities = answer.capabilities;
    await connection.sendNotification(protocol.InitializedNotification.type, {});
    await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
        textDocument: { ...textDocument, languageId: 'z8000', version: 1, text },
    });
});

after(async () => {
    await connection.sendRequest(protocol.ShutdownRequest.type);
    await connection.sendNotification(protocol.ExitNotification.type);
    const status = await new Promise((resolve) => server.on('exit', resolve));
    connection.dispose();
    assert.equal(status, 0);
});

const at = (part, behind) => ({ textDocument, position: place(text, part, behind) });

test('hovering over ldm tells its clocks', async () => {
    const hover = await connection.sendRequest(protocol.HoverRequest.type, at('ldm     PLY_BEST(r1),r3,#3', 1));
    assert.match(hover.contents.value, /\*\*24 clocks\*\* here/);
    assert.match(hover.contents.value, /15\+3n/);
    assert.match(hover.contents.value, /no flags/);
});

test('definitions and references cross files', async () => {
    const found = await connection.sendRequest(protocol.DefinitionRequest.type, at('call    repeated', 9));
    assert.equal(found[0].uri, uri('asm/path.s'));
    const references = await connection.sendRequest(protocol.ReferencesRequest.type,
        { ...at('call    repeated', 9), context: { includeDeclaration: false } });
    assert.deepEqual(references.map((one) => one.uri), [uri(FILE), uri(FILE), uri('asm/simple.s')]);
    const highlights = await connection.sendRequest(protocol.DocumentHighlightRequest.type, at('call    repeated', 9));
    assert.equal(highlights.length, 2);
});

test('symbols and completions', async () => {
    const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument });
    assert.ok(symbols.some((one) => one.name === 't2v' && one.kind === protocol.SymbolKind.Function));
    const found = await connection.sendRequest(protocol.WorkspaceSymbolRequest.type, { query: 'repeat' });
    assert.ok(found.some((one) => one.name === 'repeated' && one.location.uri === uri('asm/path.s')));
    const items = await connection.sendRequest(protocol.CompletionRequest.type, at('ldm     PLY_BEST', 2));
    const ldm = items.find((one) => one.label === 'ldm');
    assert.match(ldm.detail, /load multiple/);
    assert.match(ldm.documentation.value, /11\+3n/);
});

test('another name, in all files', async () => {
    const range = await connection.sendRequest(protocol.PrepareRenameRequest.type, at('call    repeated', 9));
    assert.equal(range.end.character - range.start.character, 'repeated'.length);
    const renamed = (newName) => connection.sendRequest(protocol.RenameRequest.type,
        { ...at('call    repeated', 9), newName });
    const edit = await renamed('stood_before');
    assert.deepEqual(Object.keys(edit.changes).sort(), [uri('asm/path.s'), uri('asm/simple.s'), uri(FILE)]);
    await assert.rejects(renamed('t2v'), /already/);
});

test('colours', async () => {
    const { legend } = capabilities.semanticTokensProvider;
    const { data } = await connection.sendRequest(protocol.SemanticTokensRequest.type, { textDocument });
    const lines = text.split('\n');
    let line = 0;
    let start = 0;
    const kinds = new Map();
    for (let index = 0; index < data.length; index += 5) {
        line += data[index];
        start = data[index] ? data[index + 1] : start + data[index + 1];
        const word = lines[line].slice(start, start + data[index + 2]);
        kinds.set(word, legend.tokenTypes[data[index + 3]]);
    }
    assert.equal(kinds.get('ldm'), 'keyword');
    assert.equal(kinds.get('.text'), 'decorator');
    assert.equal(kinds.get('r1'), 'type');
    assert.equal(kinds.get('repeated'), 'function');
    assert.equal(kinds.get('PLY_BEST'), 'enumMember');
    assert.equal(kinds.get('! t2v.s - second-order quiescence on the stored tree.'), 'comment');
});

test('clocks behind lines, and of a selection', async () => {
    const first = place(text, '\nt2v:').line + 2;
    const hints = await connection.sendRequest(protocol.InlayHintRequest.type,
        { textDocument, range: range(first, first + 3) });
    // LD from memory takes 9 clocks, CLR of an indexed word 12, by the manual's table.
    assert.deepEqual(hints.map((hint) => hint.label), ['9', '12', '12']);
    const actions = await connection.sendRequest(protocol.CodeActionRequest.type,
        { textDocument, range: range(first, first + 3), context: { diagnostics: [] } });
    assert.deepEqual(actions.map((action) => action.title), ['3 instructions, 33 clocks']);
});

test('problems come and go, and have actions', async () => {
    const said = (wanted) => new Promise((resolve) => {
        heard = () => { if (wanted(problems.get(textDocument.uri) ?? [])) resolve(problems.get(textDocument.uri)); };
        heard();
    });
    const change = (version, range, part) => connection.sendNotification(
        protocol.DidChangeTextDocumentNotification.type,
        { textDocument: { ...textDocument, version }, contentChanges: [{ range, text: part }] });
    const start = place(text, 'call    repeated', 8);
    const word = (length) => ({ start, end: { line: start.line, character: start.character + length } });
    await change(2, word(8), 'repeate');
    const [problem] = await said((list) => list.length === 1);
    assert.match(problem.message, /symbol `repeate` is not defined\ndid you mean `repeated`\?/);
    assert.deepEqual(problem.range, word(7));
    const actions = await connection.sendRequest(protocol.CodeActionRequest.type,
        { textDocument, range: problem.range, context: { diagnostics: [problem] } });
    assert.equal(actions[0].title, 'Write `repeated`');
    assert.equal(actions[0].edit.changes[textDocument.uri][0].newText, 'repeated');
    await change(3, word(7), 'repeated');
    await said((list) => list.length === 0);
});

test('a program of several objects', async () => {
    const file = 'docs/how-to/build/src/start.s';
    const start = { uri: uri(file) };
    const source = read(file);
    const said = (wanted) => new Promise((resolve) => {
        heard = () => { if (wanted(problems.get(start.uri))) resolve(problems.get(start.uri)); };
        heard();
    });
    const link = ['src/start.s', 'src/print.s', 'src/send.s', 'board.x'].map((name) => `docs/how-to/build/${name}`);
    const configure = (more) => connection.sendNotification(
        protocol.DidChangeConfigurationNotification.type, { settings: { z8000: { ...settings, ...more } } });
    await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type,
        { textDocument: { ...start, languageId: 'z8000', version: 1, text: source } });
    await said((list) => list?.length === 0);
    await configure({ link });
    const at = (part, behind) => ({ textDocument: start, position: place(source, part, behind) });
    const found = await connection.sendRequest(protocol.DefinitionRequest.type, at('call    print', 8));
    assert.equal(found[0].uri, uri('docs/how-to/build/src/print.s'));
    const edit = await connection.sendRequest(protocol.RenameRequest.type, { ...at('#stack', 1), newName: 'top' });
    assert.deepEqual(Object.keys(edit.changes).sort(), [uri('docs/how-to/build/board.x'), start.uri]);
    await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type,
        { textDocument: { ...start, version: 2 }, contentChanges: [{ text: source.replace('call    print', 'call prnit') }] });
    const [problem] = await said((list) => list.length === 1);
    assert.equal(problem.severity, protocol.DiagnosticSeverity.Error);
    assert.match(problem.message, /did you mean `print`/);
    await configure({ link: [...link, 'docs/how-to/build/none.o'] });
    await connection.sendNotification(protocol.DidCloseTextDocumentNotification.type, { textDocument: start });
    await configure({});
});

test('a malformed message does not cost the next', async () => {
    for (const bytes of ['Content-Length: 1\r\n\r\n{', 'Content-Length: x\r\n\r\n', 'nonsense\r\n\r\n']) {
        server.stdin.write(bytes);
        const hover = await connection.sendRequest(protocol.HoverRequest.type, at('ldm     PLY_BEST(r1),r3,#3', 1));
        assert.match(hover.contents.value, /24 clocks/);
    }
});
