// The paths of the files used by the tests.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const ROOT = path.join(__dirname, '..', '..');
const EXTENSION = path.join(ROOT, 'programs', 'tools', 'vscode');

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');
const uri = (file) => pathToFileURL(path.join(ROOT, file)).href;

// Returns the first place of a text in a file, some characters after its beginning.
function place(text, part, behind = 0) {
    const at = text.indexOf(part);
    if (at < 0) throw new Error(`no ${part}`);
    const before = text.slice(0, at).split('\n');
    return { line: before.length - 1, character: before.at(-1).length + behind };
}

module.exports = {
    ROOT, EXTENSION, read, uri, place,
    manifest: JSON.parse(fs.readFileSync(path.join(EXTENSION, 'package.json'), 'utf8')),
};
