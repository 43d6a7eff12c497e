"""Looks at the blocks of Rust and Python in all documents: every one must be compiled.

    python3 tests/figures/blocks.py

Rust is compiled, and run, by the doctests of the crate whose source takes in the document with `include_str!`; Python is
compiled here, and tests/python runs what is in the README of its package. Blocks that are not compiled are printed, and the
status is 1.
"""

import os
import re
import sys

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
OTHERS = {"target", "node_modules", ".git"}
BLOCK = re.compile(r"^```(rust|python)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TAKEN = re.compile(r"#!?\[(?:cfg_attr\(doctest, )?doc = include_str!\(\"([^\"]+\.md)\"\)")


def files(end):
    for folder, below, names in os.walk(ROOT):
        below[:] = sorted(set(below) - OTHERS)
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith(end))


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def compiled():
    """Return the documents that crates include."""
    for path in files(".rs"):
        for name in TAKEN.findall(text_of(path)):
            yield os.path.normpath(os.path.join(os.path.dirname(path), name))


def error(path, language, options, text, taken):
    """Return the reason why a block is not compiled, or None."""
    if language == "rust":
        if path not in taken:
            return "no crate takes in the document"
        return f"it is not compiled because of `{options}`" if options not in ("", ",no_run") else None
    try:
        compile(text, path, "exec")
    except SyntaxError as found:
        return str(found)
    return None


def main():
    taken = set(compiled())
    count, failed = {"rust": 0, "python": 0}, 0
    for path in files(".md"):
        for language, options, text in BLOCK.findall(text_of(path)):
            count[language] += 1
            found = error(path, language, options, text, taken)
            if found:
                failed += 1
                print(f"{os.path.relpath(path, ROOT)}: a block of {language}: {found}")
    total = sum(count.values())
    print(f"blocks: {count['rust']} of Rust, {count['python']} of Python; {total - failed} of {total} are compiled")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
