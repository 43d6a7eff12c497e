// Real sessions of `bcp dap` on the chess program, driven by the client library of the Debug Adapter Protocol.
'use strict';

const { test, beforeEach, afterEach } = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { spawn } = require('node:child_process');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const BCP = process.env.BCP;
assert.ok(BCP, 'the variable BCP names the bcp command');
const ASM = path.join(__dirname, '../../asm');
const T2V = path.join(ASM, 't2v.s');
const thread = { threadId: 1 };
const FEN = 'r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R w - -';
const launch = { program: path.join(ASM, 'bcp.s'), fen: FEN, depth: 3 };
// The line of the first instruction of t2v, after its label.
const LINE = fs.readFileSync(T2V, 'utf8').split('\n').findIndex((line) => line.startsWith('t2v:')) + 2;

let client;

beforeEach(async () => {
    client = new DebugClient(BCP, 'dap', 'bcp');
    await client.start();
});

afterEach(() => client.stop());

async function stop(request, reason, line) {
    const [, trace] = await Promise.all([request(), client.assertStoppedLocation(reason, { path: T2V, line })]);
    return trace.body.stackFrames;
}

// Returns the variables in the scope of the chess, by name, with their components.
async function chess() {
    const { body: { scopes } } = await client.scopesRequest({ frameId: 1 });
    const scope = scopes.find((one) => one.name === 'Chess');
    const look = async (variablesReference) => {
        const { body: { variables } } = await client.variablesRequest({ variablesReference });
        const parts = variables.map(async ({ name, value, variablesReference: inner }) =>
            [name, { value, parts: inner ? await look(inner) : undefined }]);
        return Object.fromEntries(await Promise.all(parts));
    };
    return look(scope.variablesReference);
}

const console_ = async (expression) => (await client.evaluateRequest({ expression, context: 'repl' })).body.result;

test('a breakpoint in t2v.s stops, and stepBack goes back', async () => {
    await client.hitBreakpoint(launch, { path: T2V, line: LINE + 3 });
    const [frame] = (await client.stackTraceRequest(thread)).body.stackFrames;
    assert.match(frame.name, /^t2v/);
    await stop(() => client.nextRequest(thread), 'step', LINE + 4);
    await stop(() => client.stepBackRequest(thread), 'step', LINE + 3);
    const clocks = await console_('print clocks');
    await stop(() => client.continueRequest(thread), 'breakpoint', LINE + 3);
    assert.notEqual(await console_('print clocks'), clocks);
});

test('the scope of the chess has the board, the side and the path', async () => {
    await Promise.all([
        client.configurationSequence(),
        client.launch({ ...launch, stopAt: 't2v' }),
        client.assertStoppedLocation('entry', { path: T2V, line: LINE }),
    ]);
    const root = await chess();
    assert.equal(root.board.value, FEN.split(' ')[0]);
    assert.equal(root.board.parts[8].value, 'r . b . . . . k');
    assert.equal(root.board.parts[1].value, '. K . R . . . R');
    assert.equal(root.side.value, 'white to play');
    assert.equal(root.iteration.value, '0');
    assert.equal(root.path.parts[0].parts.depth.value, '0');
    // One ply deeper, the path contains a move.
    const deeper = 'break t2v if word(ply) == path + PLY_SIZE';
    assert.match(await console_(deeper), /^1 break t2v/);
    await stop(() => client.continueRequest(thread), 'breakpoint', LINE);
    const child = await chess();
    assert.equal(child.side.value, 'black to play');
    const san = '[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](=[QRBN])?[+#]?';
    assert.match(child.path.value, new RegExp(`^${san} in t2v$`));
    assert.match(child.path.parts[0].parts.move.value, new RegExp(`^${san}$`));
    assert.ok(Number(child.nodes.value) > 0);
    const line = await console_('path');
    assert.ok(line.includes(child.path.parts[0].parts.move.value), line);
    assert.match(await console_('board'), /black to play/);
    const { body: { targets } } = await client.customRequest('completions', { text: 'boa', column: 4 });
    assert.deepEqual(targets.map((one) => one.label), ['board']);
});

test('a stop on entry is where the search begins, and the start-up is one step back', async () => {
    const [stopped] = await Promise.all([
        client.waitForEvent('stopped'),
        client.configurationSequence(),
        client.launch({ ...launch, stopOnEntry: true }),
    ]);
    assert.equal(stopped.body.reason, 'entry');
    assert.match(stopped.body.text, /^at it2v: Which move is best for White\?/);
    const [frame] = (await client.stackTraceRequest(thread)).body.stackFrames;
    assert.match(frame.name, /^it2v/);
    assert.equal((await chess()).board.value, FEN.split(' ')[0]);
    await Promise.all([client.stepBackRequest(thread), client.waitForEvent('stopped')]);
    const [before] = (await client.stackTraceRequest(thread)).body.stackFrames;
    assert.doesNotMatch(before.name, /^it2v/);
});

test('the built-in sources can be read, and stopped in', async () => {
    await Promise.all([
        client.waitForEvent('initialized').then(async () => {
            const set = await client.setBreakpointsRequest({ source: { path: T2V }, breakpoints: [{ line: LINE }] });
            assert.equal(set.body.breakpoints[0].verified, true);
            await client.configurationDoneRequest();
        }),
        client.launch({ position: 5, depth: 1, engine: 'interpreter' }),
        client.waitForEvent('stopped').then((event) => assert.equal(event.body.reason, 'breakpoint')),
    ]);
    const [{ source, line }] = (await client.stackTraceRequest(thread)).body.stackFrames;
    assert.deepEqual([source.name, line], ['t2v.s', LINE]);
    const { body } = await client.sourceRequest({ sourceReference: source.sourceReference });
    assert.equal(body.content.split('\n')[LINE - 1], fs.readFileSync(T2V, 'utf8').split('\n')[LINE - 1]);
});

test('a launch without one position is refused', async () => {
    await assert.rejects(client.launch({}), /missing position/);
    await assert.rejects(client.launch({ position: 5, fen: FEN }), /mutually exclusive/);
    await assert.rejects(client.launch({ position: 5, depth: 99 }), /launch.depth: 99 is greater/);
    await assert.rejects(client.launch({ position: 999 }), /999/);
    await assert.rejects(client.launch({ fen: 'x' }), /invalid FEN `x`/);
    await assert.rejects(client.launch({ position: 5, engine: 'steam' }), /launch.engine: .*steam/);
    await assert.rejects(client.launch({ position: 5, readings: { NOSUCH: 1 } }), /NOSUCH/);
});

test('hostile input during a run costs nothing, and a client may vanish', async () => {
    const MANY = 36_000;
    const server = spawn(BCP, ['dap']);
    const parts = [];
    server.stdout.on('data', (data) => parts.push(data));
    const frame = (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    let seq = 0;
    const request = (command, arguments_ = {}) =>
        frame(JSON.stringify({ seq: ++seq, type: 'request', command, arguments: arguments_ }));
    const said = () => Buffer.concat(parts).toString();
    const until = async (text) => {
        while (!said().includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    server.stdin.write(request('initialize') + request('launch', { position: 96, depth: 14 }));
    await until('"initialized"');
    // The whole search takes minutes of the Z8000: it runs during all of these requests.
    server.stdin.write(request('configurationDone'));
    server.stdin.write(Array.from({ length: MANY }, () => request('threads')).join(''));
    for (const bad of [
        'garbage\r\n\r\n', 'foo: 3\r\n\r\n{}', 'Content-Length: -5\r\n\r\n', '\0\0\0\r\n\r\n', frame('[]'), frame('[1]'),
        frame('{'), 'Content-Length: 100000000000000\r\n\r\n{}', 'Content-Length: 9999\r\n\r\n{"seq":5}',
    ]) {
        server.stdin.write(bad);
        server.stdin.write(request('threads'));
        await until(`"request_seq":${seq},`);
    }
    const answers = said().match(/"command":"threads",[^{}]*"success":true/g).length;
    assert.equal(answers, MANY + 9);
    assert.ok(!said().includes('"stopped"'));
    server.stdin.destroy();
    server.stdout.destroy();
    const status = await new Promise((resolve) => server.on('exit', resolve));
    assert.equal(status, 0);
});
