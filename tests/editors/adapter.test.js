// `z8k dap` with the launch configuration that the extension offers for the chess program.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const path = require('node:path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const { ROOT, read, place, manifest } = require('./files');

const Z8K = process.env.Z8K;
assert.ok(Z8K, 'the variable Z8K names the z8k command');
const [debuggers] = manifest.contributes.debuggers;

// A snippet as VS Code puts it into launch.json, in this folder.
function configuration(label) {
    const { body } = debuggers.configurationSnippets.find((one) => one.label.includes(label));
    const text = (value) => value.startsWith('^') ? JSON.parse(value.slice(1)) : value;
    const filled = (value) => typeof value === 'string'
        ? text(value.replaceAll('\\$', '$')).replaceAll('${workspaceFolder}', ROOT)
        : value;
    return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filled(value)]));
}

test('a breakpoint in t2v.s stops, and stepBack goes back', async (t) => {
    const launch = configuration('the chess program');
    assert.equal(launch.program, path.join(ROOT, 'asm/bcp.s'));
    const attributes = Object.keys(debuggers.configurationAttributes.launch.properties);
    for (const name of Object.keys(launch)) {
        assert.ok(['type', 'request', 'name', ...attributes].includes(name), name);
    }
    const client = new DebugClient(Z8K, 'dap', debuggers.type);
    await client.start();
    const file = path.join(ROOT, 'asm/t2v.s');
    const line = place(read('asm/t2v.s'), '\nt2v:').line + 3;
    const thread = { threadId: 1 };
    t.after(() => client.stop());
    await client.hitBreakpoint(launch, { path: file, line });
    const stopped = await client.stackTraceRequest(thread);
    assert.match(stopped.body.stackFrames[0].name, /^t2v/);
    const step = async (request, line) => {
        const [, stop] = await Promise.all([request(), client.assertStoppedLocation('step', { path: file, line })]);
        return stop.body.stackFrames[0];
    };
    await step(() => client.nextRequest(thread), line + 1);
    const back = await step(() => client.stepBackRequest(thread), line);
    assert.equal(back.name, stopped.body.stackFrames[0].name);
});
