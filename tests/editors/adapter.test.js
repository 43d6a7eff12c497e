// `z8k dap` and `bcp dap` with the launch configurations that the extension offers for the chess program.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const path = require('node:path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');
const { ROOT, read, place, manifest } = require('./files');

const { Z8K, BCP } = process.env;
assert.ok(Z8K && BCP, 'the variables Z8K and BCP name the commands');
const [z8000, bcp] = manifest.contributes.debuggers;

// Returns a snippet as VS Code inserts it into launch.json, in this folder.
function configuration(debuggers, label) {
    const { body } = debuggers.configurationSnippets.find((one) => one.label.includes(label));
    // Placeholders have their default values; a text that begins with ^ is JSON.
    const text = (value) => value.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1').replaceAll('\\$', '$');
    const plain = (value) => value.startsWith('^') ? JSON.parse(value.slice(1)) : value;
    const placed = (value) => typeof value === 'string' ? value.replaceAll('${workspaceFolder}', ROOT) : value;
    const filled = (value) => typeof value === 'string' ? placed(plain(text(value))) : value;
    const launch = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filled(value)]));
    const attributes = Object.keys(debuggers.configurationAttributes.launch.properties);
    for (const name of Object.keys(launch)) {
        assert.ok(['type', 'request', 'name', ...attributes].includes(name), name);
    }
    return launch;
}

// Sets a breakpoint after the label, steps forward, and steps back.
async function goesBack(t, command, debuggers, launch) {
    const client = new DebugClient(command, 'dap', debuggers.type);
    await client.start();
    t.after(() => client.stop());
    const file = path.join(ROOT, 'asm/t2v.s');
    const line = place(read('asm/t2v.s'), '\nt2v:').line + 3;
    const thread = { threadId: 1 };
    const step = async (request, line) => {
        const [, stop] = await Promise.all([request(), client.assertStoppedLocation('step', { path: file, line })]);
        return stop.body.stackFrames[0];
    };
    await client.hitBreakpoint(launch, { path: file, line });
    const stopped = await client.stackTraceRequest(thread);
    assert.match(stopped.body.stackFrames[0].name, /^t2v/);
    await step(() => client.nextRequest(thread), line + 1);
    const back = await step(() => client.stepBackRequest(thread), line);
    assert.equal(back.name, stopped.body.stackFrames[0].name);
    return client;
}

test('a breakpoint in t2v.s stops, and stepBack goes back', async (t) => {
    const launch = configuration(z8000, 'the chess program');
    assert.equal(launch.program, path.join(ROOT, 'asm/bcp.s'));
    await goesBack(t, Z8K, z8000, launch);
});

test('so it does in the search of a position, whose board is among the variables', async (t) => {
    const launch = configuration(bcp, 'the search of a position');
    assert.deepEqual([launch.position, launch.stopAt], [96, 't2v']);
    const client = await goesBack(t, BCP, bcp, launch);
    const { body: { scopes: [scope] } } = await client.scopesRequest({ frameId: 1 });
    const { variablesReference } = scope;
    const { body: { variables } } = await client.variablesRequest({ variablesReference });
    const { value } = variables.find((one) => one.name === 'board');
    assert.equal(value, 'r1b4k/ppp2Bb1/6Pp/3pP3/1qnP1p1Q/8/PPP3P1/1K1R3R');
});
