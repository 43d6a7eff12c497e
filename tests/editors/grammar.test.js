// Tests the grammar with the library that VS Code uses.
'use strict';

const { test } = require('node:test');
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');
const { EXTENSION, read } = require('./files');

async function grammar() {
    await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
    const registry = new textmate.Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: async () => {
            const file = path.join(EXTENSION, 'syntaxes', 'z8000.tmLanguage.json');
            return textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
        },
    });
    return registry.loadGrammar('source.z8000');
}

// Returns the words of a line that have a scope, each with its scope.
function coloured(found, line, state = textmate.INITIAL) {
    const { tokens, ruleStack } = found.tokenizeLine(line, state);
    const words = tokens.filter((token) => token.scopes.length > 1)
        .map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1).replace('.z8000', '')]);
    return { words, ruleStack };
}

const SAMPLES = [
    ['start:  ldm     PLY_BEST(r1),r3,#3 ! three', [
        ['start', 'entity.name.function.label'], ['ldm', 'keyword.mnemonic'], ['r1', 'variable.language.register'],
        ['r3', 'variable.language.register'], ['#', 'keyword.operator'], ['3', 'constant.numeric'],
        ['! three', 'comment.line.exclamation'],
    ]],
    ['2:      jr      nz,1b', [
        ['2', 'entity.name.function.label'], ['jr', 'keyword.mnemonic'], ['nz', 'constant.language.condition'],
        ['1b', 'constant.numeric'],
    ]],
    // A single operand of JP is a symbol; so are operands named like mnemonics, and longer names.
    ['        jp      c', [['jp', 'keyword.mnemonic']]],
    ['        calr    test', [['calr', 'keyword.mnemonic']]],
    ['        call    ldm_all', [['call', 'keyword.mnemonic']]],
    ['        .if     a != b ! why', [
        ['.if', 'keyword.control.directive'], ['!=', 'keyword.operator'], ['! why', 'comment.line.exclamation'],
    ]],
    ['        .macro  step way', [['.macro', 'keyword.control.directive'], ['step', 'entity.name.function.macro']]],
    ['.Lmore\\@: LD \\end,RR2', [
        ['.Lmore\\@', 'entity.name.function.label'], ['LD', 'keyword.mnemonic'], ['\\end', 'variable.parameter'],
        ['RR2', 'variable.language.register'],
    ]],
    ["        ldb     rl0,#'!'", [
        ['ldb', 'keyword.mnemonic'], ['rl0', 'variable.language.register'], ['#', 'keyword.operator'],
        ["'!'", 'constant.character'],
    ]],
    ['# a line of a preprocessor', [['# a line of a preprocessor', 'comment.line.number-sign']]],
];

test('words have their scopes', async () => {
    const found = await grammar();
    for (const [line, words] of SAMPLES) {
        assert.deepEqual(coloured(found, line).words, words, line);
    }
    const text = coloured(found, '        .ascii  "a ! \\" b" ! c').words;
    assert.deepEqual(text[0], ['.ascii', 'keyword.control.directive']);
    assert.deepEqual(text.at(-1), ['! c', 'comment.line.exclamation']);
    const open = coloured(found, 'nop /* a');
    assert.deepEqual(coloured(found, 'nop */ r1', open.ruleStack).words.map(([word]) => word), ['nop ', '*/', 'r1']);
});

// Number of calls of macros in the source.
const MACROS = 8;

test('each line of the sources has a statement, a label or a comment that is known', async () => {
    const found = await grammar();
    let [state, bare] = [textmate.INITIAL, 0];
    for (const line of read('asm/t2v.s').split('\n').filter((line) => line.trim())) {
        const { words, ruleStack } = coloured(found, line, state);
        state = ruleStack;
        // Calls of macros and symbols have no scope.
        if (words.length === 0) {
            assert.match(line, /^\s+[a-z_]+( [\w, ]+)?$/);
            bare += 1;
        }
    }
    assert.equal(bare, MACROS, "lines without a scope");
});
