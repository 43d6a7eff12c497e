"""Who judges which record, and a second reading of some: judge.py, in the root of the repository.

Every record of what the program prints is in one row of records.tsv; each judge that a row names exists, and at most a
third of the records have none. What this file judges is read again here: the places of errors and the source that they
quote, the scenes of the terminal, checksums, and moves of chess, by python-chess. What python-chess has written is written
once more, if it is the same release. Exit status: 0 all is well, 1 it is not.
"""

import collections
import filecmp
import fnmatch
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import chess

ROOTS = ["assembler", "emulator", "programs", "tests/tests"]
ENDS = {".snap", ".txt", ".tsv", ".hex", ".jsonl", ".pgn"}
ASIDE = {"node_modules", "target", "words"}
# Maximum number of 100 records without a judge, and of errors in lines that a macro has produced.
UNJUDGED, EXPANDED = 33, 10
counts = collections.Counter()


def expect(condition, reason):
    if not condition:
        raise AssertionError(reason)


def errors(path, text):
    """Check the errors in a record: each place exists in a source, the quoted line and the mark agree, and the count
    is right."""
    for name, line, column in re.findall(r"^ *--> (\S+?):(\d+):(\d+)$", text, re.MULTILINE):
        source = path.parent / name
        expect(source.exists(), f"{name} does not exist")
        rows = source.read_text(encoding="utf-8", errors="surrogateescape").split("\n")
        expanded = "in the expansion of macro" in text and int(line) <= len(rows)
        there = int(line) <= len(rows) and int(column) <= len(rows[int(line) - 1]) + 1
        counts["lines of macros"] += not there
        expect(there or expanded, f"{name}:{line}:{column} is not there")
        counts["places"] += 1
        quoted = re.search(rf"--> {re.escape(name)}:{line}:{column}\n +\|\n *{line} \| ?(.*)\n +\| ( *)(\^*)", text)
        if quoted:
            true = rows[int(line) - 1].rstrip("\r").expandtabs(4).rstrip()
            shown = quoted[1].rstrip()
            # Tabs are shown as four characters.
            is_it = shown in (true, rows[int(line) - 1].replace("\t", "    ").rstrip())
            # A line with parameters of a macro is quoted in its expanded form.
            counts["lines of macros"] += not is_it
            expect(is_it or expanded or "\\" in true, f"{name}:{line} is {true}, not {shown}")
            expect(len(quoted[2]) <= len(shown) + 1, f"{name}:{line}: the mark is beyond the line")
            counts["quotes"] += 1
    said = re.search(r"^(\d+) (errors?|warnings?)$", text, re.MULTILINE)
    if said:
        kind = said[2].rstrip("s")
        expect(len(re.findall(rf"^{kind}: ", text, re.MULTILINE)) == int(said[1]), f"not {said[0]}")
        counts["sums of errors"] += 1


def scene(path, text):
    """Check the program counter, the line and its source, wherever the screen shows them."""
    source = pathlib.Path("programs/tools/debugger/tests/it/programs/sum.s").read_text(encoding="utf-8").split("\n")
    rows = re.findall(r'^"(.*)"$', text, re.MULTILINE)
    header = re.match(r" ([0-9a-f]{4}) (?:\S+ t\.s:(\d+))?", rows[0])
    counter = re.search(r"\bPC ([0-9a-f]{4})\b", text)
    if header and counter:
        expect(header[1] == counter[1], f"PC is {header[1]} and {counter[1]}")
        counts["program counters"] += 1
    stack = re.search(r"│ ?0 ([0-9a-f]{4}) ", text)
    if header and stack:
        expect(header[1] == stack[1], f"the call stack begins with {stack[1]}")
        counts["call stacks"] += 1
    at = re.search(r"│[* ]>? *> +(\d+) ", text)
    if header and header[2] and at:
        expect(header[2] == at[1], f"the line is {header[2]} and {at[1]}")
        counts["lines"] += 1
    for line, shown in re.findall(r"^\"│[* ]?>? {1,5}(\d+) (.*?) *│", text, re.MULTILINE):
        if "┌ t.s" in text and 0 < int(line) <= len(source):
            true = source[int(line) - 1].expandtabs(8).rstrip()
            # The view may be scrolled to the right, and a list may be above it.
            shown = re.split("[┌│└…]", shown)[0].strip()
            expect(shown in true, f"line {line} is {true}, not {shown}")
            counts["rows of source"] += 1


def intel_hex(path, text):
    for row in re.findall(r"^:([0-9A-F]+)$", text, re.MULTILINE):
        expect(sum(bytes.fromhex(row)) % 256 == 0, f"the sum of {row}")
        expect(len(row) == 2 * (int(row[:2], 16) + 5), f"the length of {row}")
        counts["checksums"] += 1


def line_of(board, moves):
    for move in moves:
        found = board.parse_san(move)
        expect(board.san(found) == move, f"{move} is written {board.san(found)}")
        board.push(found)
        counts["moves"] += 1


def printed(path, text):
    """Check the tables of `solve`, each after its position."""
    for part in re.split(r"^(?=position \d+: )", text, flags=re.MULTILINE)[1:]:
        board = chess.Board(re.match(r"position \d+: (\S+ [wb] \S+ [^ ,]+)", part)[1] + " 0 1")
        part = part.split("\n= ")[0]
        for move in re.findall(r"^ +\d+ +(?:-?mate \d+|-?mate|-?\d+)  (\S+) +\d+ +\d+ +\d+\.\d\d", part, re.MULTILINE):
            if move != "-":
                line_of(board.copy(), [move])
        line = re.search(r"^line: ((?!none).*)$", part, re.MULTILINE)
        line_of(board.copy(), line[1].split() if line else [])


def replayed(path, text):
    """Check the moves of a game, and the better moves."""
    # The first table contains all moves of the games; the others contain some of them.
    games = collections.defaultdict(dict)
    for game, number, dots, move, instead in re.findall(r"^ *(\d+) +(\d+)(\.{1,3}) (\S+) +(?:= )?(\S+) ", text, re.MULTILINE):
        ply = 2 * int(number) - 2 + (dots == "...")
        expect(games[game].setdefault(ply, move) == move, f"game {game}, {number}{dots} is {games[game][ply]}")
        board = chess.Board()
        for before in range(ply):
            board.push_san(games[game][before])
        line_of(board.copy(), [move])
        line_of(board, [] if instead == "-" else [instead])


READINGS = {"assembler": errors, "snapshots/it__scenes": scene, "intel_hex": intel_hex, "bcp/tests/it/printed": printed,
            "replayed": replayed}


READ = ["places", "quotes", "sums of errors", "program counters", "call stacks", "lines", "rows of source", "checksums", "moves"]


def written_again(folder, release):
    """Return the files of a folder that its `make.py` now writes differently."""
    if chess.__version__ != release:
        print(f"{folder} is by python-chess {release}, not {chess.__version__}: it is NOT written once more")
        return []
    with tempfile.TemporaryDirectory() as place:
        copy = shutil.copytree(folder, pathlib.Path(place) / "data")
        subprocess.run([sys.executable, "-B", copy / "make.py"], check=True)
        names = sorted(path.name for path in copy.iterdir())
        _, differ, missing = filecmp.cmpfiles(folder, copy, names, shallow=False)
        return [f"{folder}/{name} is another" for name in differ + missing]


def records():
    for root in ROOTS:
        for path in sorted(pathlib.Path(root).rglob("*")):
            within = path.parts
            recorded = path.suffix in ENDS and ("tests" in within[1:] or "snapshots" in within) or fnmatch.fnmatch(path.name, "ok_*.s")
            if recorded and not ASIDE & set(within) and path.is_file() and within[:2] != ("programs", "dist"):
                yield path


def main():
    with open("tests/records/records.tsv", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    faults, kinds, matched = [], collections.Counter(), collections.Counter()
    for pattern, judge, _ in rows:
        if judge not in ("hand", "input", "-") and not pathlib.Path(judge).exists():
            faults.append(f"{pattern}: there is no {judge}")
    for path in records():
        fits = [row for row in rows if fnmatch.fnmatch(str(path), row[0])]
        if len(fits) != 1:
            faults.append(f"{path} is in {len(fits)} rows")
            continue
        matched[fits[0][0]] += 1
        kinds[fits[0][1]] += 1
        if fits[0][1] == "tests/records/judge.py":
            [judge] = [judge for part, judge in READINGS.items() if part in str(path)]
            try:
                judge(path, path.read_text(encoding="utf-8"))
            except (AssertionError, ValueError) as error:
                faults.append(f"{path}: {error}")
    faults += [f"{row[0]} is no record" for row in rows if not matched[row[0]]]
    faults += written_again("programs/chess/rules/tests/data", "1.11.2")
    inputs, unjudged = kinds.pop("input", 0), kinds["-"]
    every = sum(kinds.values())
    for judge, number in kinds.most_common():
        print(f"{number:4}  {'no judge' if judge == '-' else judge}")
    print(f"{every} records, {unjudged} without a judge ({100 * unjudged / every:.0f} %), and {inputs} inputs; read again: {dict(counts)}")
    if 100 * unjudged > UNJUDGED * every:
        faults.append("too many records have no judge")
    if counts["lines of macros"] > EXPANDED or any(not counts[kind] for kind in READ):
        faults.append(f"too little is read again: {dict(counts)}")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()
