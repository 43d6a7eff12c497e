"""All iterations of Table 1, from which every rule for solved positions can be applied again without a new search.

    python3 tests/figures/iterations.py LINES >docs/results/iterations.csv

LINES is what `bcp table1 --to-limit --out LINES` writes. A row is an iteration: the position, depth, value, best move (none if
no move beats the null move), and the nodes and cycles since the search began. Columns that every row repeats are left out:
the clock is 4 MHz, the limit 2,000 seconds, and the solutions are those of docs/results/table1.json.
"""

import csv
import json
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
FILE = os.path.join(ROOT, "docs/results/iterations.csv")
FIELDS = ["number", "depth", "value", "move", "nodes", "cycles"]


def stored(positions, clock, limit):
    """Return records as written by `bcp table1 --to-limit --out`, as far as a rule needs them: for positions, with
    the iterations of the file."""
    iterations = {}
    with open(FILE, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            numbers = {name: int(row[name]) for name in FIELDS if name != "move"}
            seconds = numbers["cycles"] / clock
            iterations.setdefault(numbers["number"], []).append({**numbers, "move": row["move"] or None, "seconds": seconds})
    run = {"clock_hz": clock, "limit_seconds": limit, "to_limit": True}
    return [{**position, "iterations": iterations[position["number"]], "run": run} for position in positions]


def main(lines):
    with open(lines, encoding="utf-8") as file:
        records = sorted(map(json.loads, file), key=lambda record: record["number"])
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(FIELDS)
    for record in records:
        for one in record["iterations"]:
            writer.writerow([record["number"], *(one[name] for name in FIELDS[1:])])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
