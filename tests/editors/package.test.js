// The package of the extension, and the extension in it, run with stand-ins for the parts of VS Code that it uses.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const Module = require('node:module');
const os = require('node:os');
const path = require('node:path');
const yauzl = require('yauzl');
const { manifest } = require('./files');

const { VSIX, Z8K } = process.env;
assert.ok(VSIX && Z8K, 'the variables VSIX and Z8K name the package and the command');

// Returns the files of the package, by name.
function unpacked() {
    return new Promise((resolve, reject) => {
        yauzl.open(VSIX, { lazyEntries: true }, (error, zip) => {
            if (error) return reject(error);
            const files = new Map();
            zip.on('error', reject);
            zip.on('end', () => resolve(files));
            zip.on('entry', (entry) => {
                zip.openReadStream(entry, (error, stream) => {
                    if (error) return reject(error);
                    const parts = [];
                    stream.on('data', (part) => parts.push(part));
                    stream.on('end', () => {
                        files.set(entry.fileName, Buffer.concat(parts));
                        zip.readEntry();
                    });
                });
            });
            zip.readEntry();
        });
    });
}

test('the package has what the manifest names, and nothing else', async () => {
    const files = await unpacked();
    const names = [...files.keys()].map((name) => name.toLowerCase()).sort();
    assert.deepEqual(names, [
        '[content_types].xml', 'extension.vsixmanifest', 'extension/dist/extension.js',
        'extension/dist/search.css', 'extension/dist/search.js',
        'extension/language-configuration.json', 'extension/license-apache', 'extension/license-mit',
        'extension/license.txt', 'extension/notices.txt', 'extension/package.json', 'extension/readme.md',
        'extension/syntaxes/z8000.tmlanguage.json',
    ]);
    for (const name of ['vscode-languageclient', 'vscode-jsonrpc']) {
        assert.match(files.get('extension/NOTICES.txt').toString(), new RegExp(`^${name} [^]*Microsoft`, 'm'));
    }
    const packed = JSON.parse(files.get('extension/package.json'));
    assert.deepEqual(packed.contributes, manifest.contributes);
    const { languages: [language], grammars: [grammar] } = packed.contributes;
    for (const file of [packed.main, language.configuration, grammar.path]) {
        assert.ok(files.has(path.posix.join('extension', file)), file);
    }
});

// Returns a stand-in for any object, class or function, whose properties are also stand-ins.
function anything() {
    const made = new Proxy(class {}, {
        get: (target, name) => name === 'prototype' ? target.prototype : Reflect.get(target, name) ?? anything(),
        apply: () => anything(),
        construct: (target, given, wanted) => wanted === made ? anything() : Reflect.construct(target, given, wanted),
    });
    return made;
}

test('a workspace that is not trusted runs nothing, and none names the commands', () => {
    const { untrustedWorkspaces } = manifest.capabilities;
    assert.equal(untrustedWorkspaces.supported, 'limited');
    const commands = ['z8000.command', 'z8000.bcp'];
    assert.deepEqual(untrustedWorkspaces.restrictedConfigurations, commands);
    for (const name of commands) {
        assert.equal(manifest.contributes.configuration.properties[name].scope, 'machine', name);
    }
});

test('the extension starts z8k lsp and z8k dap', async () => {
    const files = await unpacked();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'z8000-'));
    const file = path.join(folder, 'extension.js');
    fs.writeFileSync(file, files.get('extension/dist/extension.js'));
    const registered = {};
    const shown = [];
    let complaint = '';
    class DebugAdapterExecutable {
        constructor(command, args) { Object.assign(this, { command, args }); }
    }
    // The given parts, and stand-ins for everything else.
    const partly = (parts) => new Proxy(parts, { get: (target, name) => target[name] ?? anything() });
    const vscode = partly({
        version: '1.91.0',
        DebugAdapterExecutable,
        Uri: partly({}),
        debug: partly({
            registerDebugAdapterDescriptorFactory: (type, factory) => { registered[type] = factory; },
            registerDebugConfigurationProvider: (type, provider) => { registered.configuration = provider; },
            activeDebugSession: { customRequest: async (name, asked) => ({ result: `${name} ${asked.expression}` }) },
            activeDebugConsole: { appendLine: (line) => { shown.push(line); } },
        }),
        commands: partly({ registerCommand: (name, handler) => { registered[name] = handler; } }),
        tasks: partly({ registerTaskProvider: (type, provider) => { registered[type] = provider; } }),
        window: partly({ showErrorMessage: async (text) => { complaint = text; } }),
        workspace: partly({
            getConfiguration: () => ({ get: (name) => name === 'bcp' ? '/none/bcp' : '/none/z8k' }),
            createFileSystemWatcher: () => ({}),
            onDidChangeConfiguration: () => ({}),
        }),
    });
    const load = Module._load;
    Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest);
    try {
        await require(file).activate({ subscriptions: [] });
    } finally {
        Module._load = load;
        fs.rmSync(folder, { recursive: true });
    }
    const adapter = registered.z8000.createDebugAdapterDescriptor();
    assert.deepEqual({ ...adapter }, { command: '/none/z8k', args: ['dap'] });
    const chess = registered.bcp.createDebugAdapterDescriptor();
    assert.deepEqual({ ...chess }, { command: '/none/bcp', args: ['dap'] });
    assert.deepEqual(manifest.contributes.debuggers.map((one) => one.type), ['z8000', 'bcp']);
    // Without a launch.json, the current source is debugged.
    assert.equal(registered.configuration.resolveDebugConfiguration(undefined, {}).program, '${file}');
    assert.ok(registered.z8k);
    await registered['z8000.origin']({ variable: { evaluateName: 'r7' } });
    assert.deepEqual(shown, ['evaluate origin r7']);
    // The command does not exist, and the user is told so.
    assert.match(complaint, /`\/none\/z8k lsp` does not start/);
});

// Returns the matches of the problem matcher's pattern for lines in the output of a command.
function matched(said, [first, second]) {
    const lines = said.split('\n');
    return lines.flatMap((line, index) => {
        const what = new RegExp(first.regexp).exec(line);
        const where = what && new RegExp(second.regexp).exec(lines[index + 1]);
        return where ? [[what[first.severity], what[first.message], ...where.slice(1)]] : [];
    });
}

test('the problem matcher finds what z8k asm says', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'z8000-'));
    const file = path.join(folder, 'a.s');
    const { pattern } = manifest.contributes.problemMatchers[0];
    const said = (text) => {
        fs.writeFileSync(file, text);
        return spawnSync(Z8K, ['asm', file], { encoding: 'utf8' }).stderr;
    };
    try {
        const errors = said('        ld      r1,nowhere\n        nonsense\n');
        assert.deepEqual(matched(errors, pattern), [
            ['error', 'symbol `nowhere` is not defined', 'a.s', '1', '20'],
            ['error', 'unknown instruction, directive or macro `nonsense`', 'a.s', '2', '9'],
        ]);
        const warnings = said('start:  jp      start\n');
        const [[what, , ...where]] = matched(warnings, pattern);
        assert.deepEqual([what, ...where], ['warning', 'a.s', '1', '17']);
    } finally {
        fs.rmSync(folder, { recursive: true });
    }
});
