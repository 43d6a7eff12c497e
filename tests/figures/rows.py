"""The rows of results as pandas loads them: rows.py BCP BCP_LAB

A row of positions has one shape. As JSON, in JSON lines and as CSV it has the same fields with the same values: the three
frames are equal. Its id is never empty, and what is true or false is so in CSV, too.
"""

import io
import json
import os
import subprocess
import sys
import tempfile

import pandas

# Positions without ids; the second names only a move to be avoided, and is not solved.
SUITE = """6k1/5pp1/7p/3n4/8/8/3R1PPP/6K1 w - - bm Rxd5;
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8#;
"""

# Fields that only a line has, since it must be readable alone.
OF_LINES = {"schema", "iterations", "run"}

# Runs of the laboratory, with the names of their lists of rows.
LABORATORY = [
    ("quiesce --positions 1-3 --depth 2", "rows"),
    ("quiesce --fen '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -' --depth 2", "rows"),
    ("fifteenth --positions 4-5 --limit-nodes 20000", "rows"),
    ("pass --positions 4-5 --depth 2 --random-positions 1", "rows"),
    ("review --positions 4-5 --depth 2", "rows"),
    ("zugzwang --positions 5,7 --depth 4 --search none,r3", "rows"),
    ("conspiracy chess --positions 4-5 --sizes 100", "rows"),
    ("mate --positions 2,10 --moves 2", "rows"),
    ("mate --suite {suite} --moves 1 --search pn", "rows"),
    ("compare --positions 4-5 --depth 3", "results"),
]


def plain(frame):
    """Return missing values as None, regardless of the type that pandas gave to a column without other values."""
    return frame.astype(object).where(frame.notna(), None)


def same(what, frames):
    first, *others = frames
    for other in others:
        assert set(other) == set(first), f"{what}: other fields in {set(other) ^ set(first)}"
        other = other[list(first)]
        pandas.testing.assert_frame_equal(plain(first), plain(other), check_dtype=False, obj=what)


def table(text):
    return pandas.read_csv(io.StringIO(text))


def truths(what, frame, records):
    """Check that fields that are true or false in JSON are so in the frame of the CSV."""
    for name in frame:
        values = [record[name] for record in records if record[name] is not None]
        if values and all(isinstance(value, bool) for value in values):
            kinds = {type(value) for value in frame[name].dropna().tolist()}
            assert kinds == {bool}, f"{what}: {name} is {kinds} in CSV"


def named(what, frame):
    if "id" in frame:
        assert frame["id"].map(lambda id: isinstance(id, str) and id != "").all(), f"{what}: an id is empty"


def program(run, folder, suite):
    for number, arguments in enumerate(["--positions 1-30", f"--suite {suite}"]):
        lines = os.path.join(folder, f"{number}.jsonl")
        run(f"table1 {arguments} --limit-seconds 1 --quiet --out {lines}")
        records = json.loads(run(f"report {lines} --format json"))["positions"]
        csv = table(run(f"report {lines} --format csv"))
        with open(lines, encoding="utf-8") as file:
            stored = [json.loads(line) for line in file]
        of_lines = pandas.DataFrame(stored)
        assert set(of_lines) - set(csv) == OF_LINES, set(of_lines) - set(csv)
        of_lines = of_lines[list(csv)]
        same(arguments, [csv, pandas.DataFrame(records), of_lines])
        truths(arguments, csv, records)
        named(arguments, csv)
        assert csv["id"].is_unique
        print(f"bcp table1 {arguments}: {len(csv)} rows of {len(csv.columns)} fields")


def laboratory(run, suite):
    for arguments, name in LABORATORY:
        arguments = arguments.format(suite=suite)
        records = json.loads(run(f"{arguments} --format json"))[name]
        csv = table(run(f"{arguments} --format csv"))
        same(arguments, [csv, pandas.DataFrame(records)])
        truths(arguments, csv, records)
        named(arguments, csv)
        print(f"bcp-lab {arguments}: {len(csv)} rows of {len(csv.columns)} fields")


def main(bcp, bcp_lab):
    def runs(command):
        return lambda arguments: subprocess.run(
            f"{command} {arguments}", shell=True, check=True, stdout=subprocess.PIPE, encoding="utf-8"
        ).stdout

    with tempfile.TemporaryDirectory() as folder:
        suite = os.path.join(folder, "suite.epd")
        with open(suite, "w", encoding="utf-8") as file:
            file.write(SUITE)
        program(runs(bcp), folder, suite)
        laboratory(runs(bcp_lab), suite)


if __name__ == "__main__":
    main(*sys.argv[1:])
