"""How well searches that are not Beal's predict his times: the table in docs/explanation/table1.md.

    python3 tests/figures/predictors.py     the rows, from docs/results/predictors.csv and docs/results/table1.json

A cell has the rank correlation of a predictor with the paper's times, its 95% interval, and the correlation of the
program's times on the same positions: those that the paper and both solve, without those that have a footnote in the
paper. Times but the paper's are exact. Where there are fewer than ten positions, a dash.
"""

import csv
import json
import os

from run import Run, interval, spearman

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
NAMES = {
    "full-width": "full width, with a table",
    "null-move": "null moves, R = 3",
    "version-1": "version 1 of the pseudocode",
    "stockfish": "nodes of Stockfish",
    "depth": "only the depth of our solution",
}
# The paper's seconds above which positions are compared, for each column.
ABOVE = (0, 10, 30, 100)
FEWEST = 10


def read():
    """Return the numbers of each predictor by position, the program's clocks, and the paper's seconds, where both
    exist."""
    with open(os.path.join(ROOT, "docs/results/table1.json"), encoding="utf-8") as file:
        result = json.load(file)["entries"]["table1"]["result"]
    with open(os.path.join(ROOT, "docs/results/predictors.csv"), encoding="utf-8", newline="") as file:
        rows = {int(row["number"]): row for row in csv.DictReader(file)}
    positions = [position for position in Run(result["positions"], result["clock_hz"], result["limit_seconds"]).positions if position.compared]
    predictors = {name: {number: int(row[name]) for number, row in rows.items() if row[name]} for name in NAMES if name != "depth"}
    predictors["depth"] = {position.number: position.record["depth"] for position in positions}
    return positions, predictors


def cell(positions, values):
    """Return the correlation of a predictor, its interval, and ours on the same positions."""
    if len(positions) < FEWEST:
        return "-"
    paper = [position.paper for position in positions]
    theirs, ours = [values[position.number] for position in positions], [position.clocks for position in positions]
    low, high = interval(len(paper), lambda places: spearman([theirs[at] for at in places], [paper[at] for at in places]))
    return f"{spearman(theirs, paper):.2f} ({low:.2f}..{high:.2f}), {spearman(ours, paper):.2f}"


def table():
    """Return the rows of the table, in Markdown."""
    positions, predictors = read()
    for name, title in NAMES.items():
        both = [position for position in positions if position.number in predictors[name]]
        cells = [cell([position for position in both if position.paper > above], predictors[name]) for above in ABOVE]
        yield f"| {title} | {len(both)} | {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(table()))
