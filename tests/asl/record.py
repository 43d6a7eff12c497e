#!/usr/bin/env python3
"""Records what AS, Alfred Arnold's macro assembler, makes of small programs: record.py FILE ...

In a file of probes, such as those of `assembler/tests/asl`, each program is followed by `=>` and the outcome: the bytes
that AS has stored, after the address of the first, or its first error. Outcomes are replaced; lines that begin with `<>`,
and say where this assembler differs, stay. `asl` must be in the path.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path


def stored(code):
    """Return the bytes in a code file of AS, by address."""
    at, found = 2, {}
    while at < len(code) and code[at] != 0:
        kind = code[at]
        if kind == 0x80:
            at += 5
            continue
        if kind == 0x81:
            at += 3
        at += 1
        start = int.from_bytes(code[at : at + 4], "little")
        size = int.from_bytes(code[at + 4 : at + 6], "little")
        at += 6
        for index, byte in enumerate(code[at : at + size]):
            found[start + index] = byte
        at += size
    return found


def outcome(program, folder):
    source, code = folder / "probe.asm", folder / "probe.p"
    source.write_text(program)
    code.unlink(missing_ok=True)
    command = ["asl", "-q", "-cpu", "z8002", "-o", str(code), str(source)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=10, errors="replace")
    except subprocess.TimeoutExpired:
        return "error: no end"
    said = run.stdout + run.stderr
    errors = [line for line in said.splitlines() if re.search(r"error\b", line)]
    if errors or run.returncode:
        return "error: " + re.sub(r"^.*error: *", "", (errors or said.splitlines() or ["?"])[0])
    parts, before = [], None
    for address, byte in sorted(stored(code.read_bytes()).items()):
        if address != before:
            parts.append(f"{address:x}: ")
        parts[-1] += f"{byte:02x}"
        before = address + 1
    return " | ".join(parts) or "nothing"


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:]:
            output, program = [], []
            for line in Path(name).read_text().splitlines(keepends=True):
                if line.startswith("=>"):
                    output.append(f"=> {outcome(''.join(program), Path(folder))}\n")
                    program = []
                    continue
                if not line.startswith("<>"):
                    program.append(line)
                output.append(line)
            Path(name).write_text("".join(output))


main()
