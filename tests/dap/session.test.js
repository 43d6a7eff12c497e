// Real sessions of `z8k dap`, driven by the client library of the Debug Adapter Protocol.
'use strict';

const { test, beforeEach, afterEach } = require('node:test');
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const path = require('node:path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const Z8K = process.env.Z8K;
assert.ok(Z8K, 'the variable Z8K names the z8k command');
const PROGRAM = path.join(__dirname, 'program.s');
const START = 10, SUM = 29, MORE = 31, STORED = 14, HALT = 26;

let client;

beforeEach(async () => {
    client = new DebugClient(Z8K, 'dap', 'z8000');
    await client.start();
});

afterEach(() => client.stop());

const at = (line) => ({ path: PROGRAM, line });
const launch = { program: PROGRAM, args: ['x'] };
const thread = { threadId: 1 };

// Launches the program and stops at the first instruction; `configure` is called before.
async function entered(configure = async () => {}) {
    await Promise.all([
        client.waitForEvent('initialized').then(configure).then(() => client.configurationDoneRequest()),
        client.launch({ ...launch, stopOnEntry: true }),
        client.assertStoppedLocation('entry', at(START)),
    ]);
}

// Sends a request and waits for the stop that follows.
async function stop(request, reason, line) {
    const [, trace] = await Promise.all([request(), client.assertStoppedLocation(reason, at(line))]);
    return trace.body.stackFrames;
}

// Does the same for a file other than the program.
const stopIn = (request, place) => Promise.all([request(), client.assertStoppedLocation('breakpoint', place)]);

const value = async (expression) => {
    const answer = await client.evaluateRequest({ expression, context: 'watch' });
    return Number(answer.body.result.split(' = ')[1] ?? answer.body.result);
};

test('a breakpoint in the source is hit', async () => {
    await client.hitBreakpoint(launch, at(MORE));
    assert.equal(await value('r1'), 3);
});

test('stepping in, over, out, and back', async () => {
    await entered();
    await stop(() => client.nextRequest(thread), 'step', START + 1);
    await stop(() => client.nextRequest(thread), 'step', START + 2);
    const frames = await stop(() => client.stepInRequest(thread), 'step', SUM);
    assert.deepEqual(frames.map((frame) => frame.name), ['sum', 'start+6']);
    await stop(() => client.stepOutRequest(thread), 'step', START + 3);
    assert.equal(await value('r2'), 6);
    // A step back skips a call that has returned, unless the last step went into calls.
    await stop(() => client.stepBackRequest(thread), 'step', START + 2);
    await stop(() => client.nextRequest(thread), 'step', START + 3);
    await stop(() => client.stepInRequest(thread), 'step', START + 4);
    await stop(() => client.stepBackRequest(thread), 'step', START + 3);
    await stop(() => client.stepBackRequest(thread), 'step', START + 25);
    await stop(() => client.stepBackRequest(thread), 'step', START + 25);
    await stop(() => client.nextRequest(thread), 'step', START + 25);
});

test('hit counts may be one hit, or every so many', async () => {
    await entered(async () => {
        const set = await client.setBreakpointsRequest({
            source: { path: PROGRAM },
            breakpoints: [{ line: MORE, hitCondition: '== 2' }, { line: MORE + 1, hitCondition: '% 3' }],
        });
        assert.ok(set.body.breakpoints.every((one) => one.verified));
    });
    await stop(() => client.continueRequest(thread), 'breakpoint', MORE);
    assert.equal(await value('r1'), 2);
    await stop(() => client.continueRequest(thread), 'breakpoint', MORE + 1);
    assert.equal(await value('r1'), 1);
});

test('sources, lines with instructions, and jumps to them', async () => {
    const loaded = client.waitForEvent('loadedSource');
    await entered();
    assert.equal((await loaded).body.source.path, PROGRAM);
    const { body: { sources } } = await client.customRequest('loadedSources', {});
    assert.deepEqual(sources.map((one) => one.path), [PROGRAM]);
    const source = { path: PROGRAM };
    const { body: { breakpoints } } = await client.customRequest('breakpointLocations', { source, line: 24, endLine: MORE });
    assert.deepEqual(breakpoints.map((one) => one.line), [24, 25, HALT, SUM, MORE]);
    const { body: { targets: [target] } } = await client.customRequest('gotoTargets', { source, line: STORED });
    assert.equal(target.line, STORED);
    await stop(() => client.nextRequest(thread), 'step', START + 1);
    await stop(() => client.customRequest('goto', { threadId: 1, targetId: target.id }), 'goto', STORED);
    await stop(() => client.stepBackRequest(thread), 'step', START);
});

test('words are completed in the console', async () => {
    await entered();
    const labels = async (text) => {
        const { body } = await client.customRequest('completions', { text, column: text.length + 1 });
        return body.targets.map((one) => one.label);
    };
    assert.deepEqual(await labels('back-o'), ['back-out', 'back-over']);
    assert.deepEqual(await labels('print res'), ['result']);
    assert.deepEqual(await labels('break pro'), ['program.s']);
});

test('a linked program of two sources stops in each', async () => {
    const fs = require('node:fs');
    const folder = fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'z8k-dap-'));
    const file = (name) => path.join(folder, name);
    fs.writeFileSync(file('main.s'), '\t.z8002\n\t.text\n\t.word 0, 0x4000, start\nstart:\tld r15,#0x8000\n\tcall other\n\thalt\n');
    fs.writeFileSync(file('other.s'), '\t.z8002\n\t.section .code,"ax"\n\t.global other\nother:\tldk r1,#7\n\tret\n');
    const run = (...arguments_) => new Promise((resolve) => {
        spawn(Z8K, arguments_, { cwd: folder, stdio: 'inherit' }).on('exit', resolve);
    });
    // Each in its own section; the memory map without a script has other sections where they overlap.
    const places = ['-mz8002', '-Ttext', '0', '--section-start', '.code=100', '--no-check-sections'];
    for (const name of ['main', 'other']) {
        assert.equal(await run('as', `${name}.s`, '-o', `${name}.o`), 0);
    }
    assert.equal(await run('ld', ...places, 'main.o', 'other.o', '-o', 'two.out'), 0);
    await Promise.all([
        client.waitForEvent('initialized').then(async () => {
            for (const [name, line] of [['main.s', 6], ['other.s', 4]]) {
                const set = await client.setBreakpointsRequest({ source: { path: file(name) }, breakpoints: [{ line }] });
                assert.deepEqual(set.body.breakpoints.map(({ verified, line }) => [verified, line]), [[true, line]]);
            }
            await client.configurationDoneRequest();
        }),
        client.launch({ program: file('two.out') }),
        client.assertStoppedLocation('breakpoint', { path: file('other.s'), line: 4 }),
    ]);
    await stopIn(() => client.continueRequest(thread), { path: file('main.s'), line: 6 });
    assert.equal(await value('r1'), 7);
    fs.rmSync(folder, { recursive: true });
});

test('running back stops at the breakpoint before', async () => {
    await entered(() => client.setFunctionBreakpointsRequest({ breakpoints: [{ name: 'more' }] }));
    for (const left of [3, 2, 1]) {
        await stop(() => client.continueRequest(thread), 'function breakpoint', MORE);
        assert.equal(await value('r1'), left);
    }
    for (const left of [2, 3]) {
        await stop(() => client.reverseContinueRequest(thread), 'function breakpoint', MORE);
        assert.equal(await value('r1'), left);
    }
    await stop(() => client.reverseContinueRequest(thread), 'entry', START);
});

test('conditions, hit counts and log points', async () => {
    let said = '';
    client.on('output', (event) => { said += event.body.category === 'console' ? event.body.output : ''; });
    await entered(async () => {
        const set = await client.setBreakpointsRequest({
            source: { path: PROGRAM },
            breakpoints: [
                { line: MORE, logMessage: 'R1 is {r1}' },
                { line: MORE + 1, condition: 'r1 == 2' },
                { line: MORE + 2, hitCondition: '3' },
                { line: MORE + 3, condition: 'r1 ==' },
                { line: 999 },
            ],
        });
        assert.deepEqual(set.body.breakpoints.map((one) => one.verified), [true, true, true, false, false]);
        assert.match(set.body.breakpoints[3].message, /expected an operand/);
        assert.match(set.body.breakpoints[4].message, /no instruction was assembled/);
    });
    await stop(() => client.continueRequest(thread), 'breakpoint', MORE + 1);
    assert.equal(await value('r1'), 2);
    await stop(() => client.continueRequest(thread), 'breakpoint', MORE + 2);
    assert.equal(await value('r1'), 0);
    assert.equal(said, 'R1 is 3\nR1 is 2\nR1 is 1\n');
});

test('data and instruction breakpoints', async () => {
    await entered(async () => {
        const info = await client.dataBreakpointInfoRequest({ name: 'result' });
        assert.deepEqual(info.body.accessTypes, ['read', 'write', 'readWrite']);
        const none = await client.dataBreakpointInfoRequest({ name: 'nothing' });
        assert.equal(none.body.dataId, null);
        await client.setDataBreakpointsRequest({ breakpoints: [{ dataId: info.body.dataId, accessType: 'write' }] });
        const set = await client.customRequest('setInstructionBreakpoints', {
            breakpoints: [{ instructionReference: '0x0006', offset: 4 }, { instructionReference: '0x0007' }],
        });
        assert.deepEqual(set.body.breakpoints.map((one) => one.verified), [true, false]);
    });
    await stop(() => client.continueRequest(thread), 'instruction breakpoint', START + 1);
    await stop(() => client.continueRequest(thread), 'data breakpoint', STORED);
    assert.equal(await value('word(result)'), 6);
});

test('registers and memory are shown and changed', async () => {
    await entered();
    const { body: { scopes } } = await client.scopesRequest({ frameId: 1 });
    const registers = scopes.find((scope) => scope.name === 'Registers').variablesReference;
    const set = await client.setVariableRequest({ variablesReference: registers, name: 'r5', value: '0x1000 + 2' });
    assert.equal(set.body.value, '0x1002 = 4098');
    const { body: { variables } } = await client.variablesRequest({ variablesReference: registers });
    assert.equal(variables.find((one) => one.name === 'r5').value, '0x1002 = 4098');
    assert.equal(variables.length, 18);
    const memory = { memoryReference: 'data:0x1000' };
    const read = await client.customRequest('readMemory', { ...memory, offset: 2, count: 5 });
    assert.equal(Buffer.from(read.body.data, 'base64').toString(), 'hello');
    const data = Buffer.from('jelly').toString('base64');
    await client.customRequest('writeMemory', { ...memory, offset: 2, data });
    assert.equal(await value('byte(text)'), 'j'.charCodeAt(0));
    const { body: { instructions } } = await client.disassembleRequest({
        memoryReference: '0x000a', instructionOffset: -1, instructionCount: 3,
    });
    assert.deepEqual(instructions.map((one) => one.instruction), ['ld r15,#0x8000', 'ldk r1,#3', 'call sum']);
    assert.equal(instructions[1].line, START + 1);
});

test('the program says what it says, and halts', async () => {
    let said = '';
    client.on('output', (event) => { said += event.body.category === 'stdout' ? event.body.output : ''; });
    await Promise.all([
        client.configurationSequence(),
        client.launch(launch),
        client.waitForEvent('stopped').then((event) => assert.equal(event.body.reason, 'halted')),
    ]);
    assert.equal(said, 'hello\nx');
    // A step back works even from there.
    await stop(() => client.stepBackRequest(thread), 'step', HALT);
    await stop(() => client.nextRequest(thread), 'halted', HALT);
    await Promise.all([client.continueRequest(thread), client.waitForEvent('terminated')]);
});

test('a program that runs can be paused', async () => {
    const endless = { program: path.join(__dirname, 'endless.s') };
    await Promise.all([client.configurationSequence(), client.launch(endless)]);
    // The first pause may come before the program has counted.
    for (;;) {
        await Promise.all([
            client.pauseRequest(thread),
            client.waitForEvent('stopped').then((event) => assert.equal(event.body.reason, 'pause')),
        ]);
        if (await value('r1') > 0) break;
        await client.continueRequest(thread);
    }
});

test('commands of the debugger work in the console', async () => {
    await entered();
    const answer = await client.evaluateRequest({ expression: 'disassemble sum,2', context: 'repl' });
    assert.match(answer.body.result, /clr r2/);
    await assert.rejects(client.evaluateRequest({ expression: 'nosuch + 1', context: 'watch' }), /unknown symbol `nosuch`/);
});

test('a binary with its line map is debugged as its source', async () => {
    const folder = require('node:fs').mkdtempSync(path.join(require('node:os').tmpdir(), 'z8k-dap-'));
    const file = (name) => path.join(folder, name);
    const arguments_ = ['asm', PROGRAM, '-o', file('p.bin'), '--data', file('p.dat'), '--line-map', file('p.json')];
    const status = await new Promise((resolve) => spawn(Z8K, arguments_).on('exit', resolve));
    assert.equal(status, 0);
    require('node:fs').copyFileSync(PROGRAM, file('program.s'));
    const binary = { program: file('p.bin'), data: file('p.dat'), lineMap: file('p.json'), args: ['x'] };
    await client.hitBreakpoint(binary, { path: file('program.s'), line: MORE });
    require('node:fs').rmSync(folder, { recursive: true });
});

test('what does not assemble is refused with the reason', async () => {
    await assert.rejects(client.launch({ program: path.join(__dirname, 'nothing.s') }), /cannot read/);
    await assert.rejects(client.launch({ program: PROGRAM, clock: 'fast' }), /launch.clock: .* clock frequency/);
    await assert.rejects(client.stackTraceRequest(thread), /no program has been launched/);
});

test('broken messages are told and the session goes on', async () => {
    const server = spawn(Z8K, ['dap']);
    let said = '';
    server.stdout.on('data', (data) => { said += data; });
    const frame = (text) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    server.stdin.write(frame('{ no json'));
    server.stdin.write('Nonsense: 5\r\n\r\n');
    server.stdin.write(frame('[]'));
    server.stdin.write(frame('{"seq":1,"type":"request","command":"dance"}'));
    server.stdin.write(frame('{"seq":2,"type":"request","command":"threads"}'));
    // The client disconnects without notice.
    server.stdin.end();
    const status = await new Promise((resolve) => server.on('exit', resolve));
    assert.equal(status, 0);
    for (const part of ['not JSON', 'no valid Content-Length', 'is not a request', 'unknown request `dance`', '"Z8002"']) {
        assert.ok(said.includes(part), `${part}: ${said}`);
    }
});
