"""Predictions of the times of Beal's program on positions for which no table of his is known here.

    python3 tests/figures/predictions.py --make FILE ...    predictions from results of `bcp table1 --suite`, as JSON
    python3 tests/figures/predictions.py                    checks docs/results/predictions/2026-11-30.json by its own clocks
    python3 tests/figures/predictions.py --judge TABLE      judges it by a table: CSV with `id` and `seconds`, or F

A prediction has the model of docs/explanation/solved.md: his time is ours times the scale, with an error whose logarithm
is normal. Scale and deviation are stored with it, so that a later fit changes nothing. The criteria are those of
docs/explanation/table1.md, declared before the positions were searched.
"""

import argparse
import csv
import datetime
import hashlib
import json
import math
import os
import sys

from run import read, spearman

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
STORED = os.path.join(ROOT, "docs/results/predictions/2026-11-30.json")
# The normal distribution has 90 % within this many standard deviations of its median.
DEVIATIONS = 1.645
# The criteria: at least this rank correlation, and more than the depth's; shares within a factor of three after one factor
# for all, and within the range of 90 %; the share of positions that are solved in both or in neither.
CORRELATION, WITHIN_3, IN_RANGE, AGREED = 0.80, 0.75, 0.70, 0.85


def criteria():
    """The ends of the rows of the page's table of criteria."""
    yield f"than that of the depth of our solution | {CORRELATION:.2f} |"
    yield f"the ratio of the machines | {100 * WITHIN_3:.0f} % |"
    yield f"within the predicted range of 90 % | {100 * IN_RANGE:.0f} % |"
    yield f"solved in both or in neither | {100 * AGREED:.0f} % |"


def digest(fen):
    """Return the identifier of a position: the first 16 hexadecimal digits of SHA-256 of the four fields of its FEN."""
    return hashlib.sha256(fen.encode()).hexdigest()[:16]


def predicted(clocks, made):
    """Return the lower end, the middle and the upper end of the range in which his time is expected, in whole seconds;
    None for F."""
    if clocks is None:
        return None
    median, spread = made["scale"] * clocks / made["clock_hz"], math.exp(DEVIATIONS * made["deviation"])
    return [max(1, math.ceil(seconds)) for seconds in (median / spread, median, median * spread)]


def make(paths):
    """Return the predictions from files of results, with their origin."""
    with open(os.path.join(ROOT, "docs/results/ablate.json"), encoding="utf-8") as file:
        likelihood = json.load(file)["entries"]["ablate-figures"]["result"]["readings"][0]["likelihood"]
    runs = [read(path) for path in paths]
    first = runs[0]
    made = {"date": datetime.date.today().isoformat(), "program": first.records[0]["run"]["program"],
            "clock_hz": first.clock, "limit_seconds": first.limit,
            "scale": round(likelihood["scale"], 4), "deviation": round(likelihood["deviation"], 4)}
    positions = [
        {"id": one.record["id"], "fen_sha256": digest(one.record["fen"]),
         "clocks": one.clocks, "depth": one.record["depth"], "seconds": predicted(one.clocks, made)}
        for run in runs for one in run.positions
    ]
    return {**made, "positions": positions}


def written(made):
    """Format the predictions as JSON, with one position per line."""
    head = json.dumps({key: value for key, value in made.items() if key != "positions"}, indent=1)
    rows = ",\n  ".join(map(json.dumps, made["positions"]))
    return f'{head[:-2]},\n "positions": [\n  {rows}\n ]\n}}'


def faults(stored):
    """Return what does not follow from the stored clocks, as lines."""
    for one in stored["positions"]:
        if one["seconds"] != predicted(one["clocks"], stored):
            yield f"predictions {one['id']}: {one['seconds']}, {predicted(one['clocks'], stored)}"


def judge(stored, table):
    """Return each criterion, its figure, and whether it is met, for a table of seconds by the position's id, None for
    F."""
    here = [one for one in stored["positions"] if one["id"] in table]
    both = [(one, table[one["id"]]) for one in here if one["clocks"] is not None and table[one["id"]] is not None]
    theirs = [seconds for _, seconds in both]
    ours, depth = spearman([one["clocks"] for one, _ in both], theirs), spearman([one["depth"] for one, _ in both], theirs)
    logs = sorted(math.log(seconds / one["seconds"][1]) for one, seconds in both)
    middle = logs[len(logs) // 2]
    share = lambda wanted, of: sum(wanted) / len(of)
    within = share((abs(log - middle) <= math.log(3) for log in logs), logs)
    ranged = share((one["seconds"][0] <= seconds <= one["seconds"][2] for one, seconds in both), both)
    agreed = share(((one["clocks"] is None) == (table[one["id"]] is None) for one in here), here)
    return [
        (f"rank correlation of {len(both)} times", ours, ours >= CORRELATION),
        ("the same of the depth, which must be lower", depth, depth < ours),
        (f"within a factor of three, after a factor of {math.exp(middle):.2f} for all", within, within >= WITHIN_3),
        ("within the predicted range", ranged, ranged >= IN_RANGE),
        (f"of {len(here)} positions, solved in both or in neither", agreed, agreed >= AGREED),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--make", nargs="+", metavar="FILE", help="results of `bcp table1 --suite`, as JSON lines")
    parser.add_argument("--judge", metavar="TABLE", help="CSV with the columns `id` and `seconds`")
    options = parser.parse_args()
    if options.make:
        print(written(make(options.make)))
        return 0
    with open(STORED, encoding="utf-8") as file:
        stored = json.load(file)
    if options.judge:
        with open(options.judge, encoding="utf-8", newline="") as file:
            rows = {row["id"]: None if row["seconds"] == "F" else int(row["seconds"]) for row in csv.DictReader(file)}
        for name, figure, holds in judge(stored, rows):
            print(f"{'holds' if holds else 'FAILS'}  {figure:.2f}  {name}")
        return 0
    wrong = list(faults(stored))
    print(*wrong, f"{len(stored['positions'])} predictions, {len(wrong)} differ", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
