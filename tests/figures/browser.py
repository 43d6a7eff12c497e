"""Computes Table 1 on the page in the browser once more, from the stored times of the positions.

    python3 tests/figures/browser.py HTML

HTML is the element of the table as the browser has it, which tests/browser/page.test.js writes; - for standard input.
Differences are printed, and the status is 1.
"""

import csv
import sys

import page
from documents import stored
from report import MARKS, SUITE, pace, seconds
from run import Run


def compare(html, run, notes):
    """Return the number of cells, and the faults in them, in their order and in the sentence above them; `notes` are
    the paper's footnotes by the number of the position."""
    root, wrong = page.parse(html), []
    cells = [element for element in root.all("td") if element.all("a")]
    order = sorted(run.positions, key=lambda position: (position.record["place"], position.record["quiz"]))
    for position, cell in zip(order, cells):
        number, ours, paper = position.number, seconds(position.whole), seconds(position.paper)
        mark = MARKS[notes.get(number) or None]
        wanted = pace(position.whole, position.paper), f"Position {number}: ours {ours} s, the paper’s {paper}{mark}"
        has = cell.attributes.get("class"), cell.text()
        if has != wanted:
            wrong.append(f"cell {number}: {has}, recomputed {wanted}")
    ours, paper = (sum(side is not None for side in sides) for sides in zip(*((one.clocks, one.paper) for one in order)))
    sentence = f"The reconstruction solves {ours} of {len(order)}, the paper’s program {paper}."
    limit = f"not solved, here within {run.limit:,.0f} s"
    for said in (sentence, limit):
        if said not in root.text():
            wrong.append(f"the page should say: {said}")
    if len(cells) != len(order):
        wrong.append(f"the page has {len(cells)} cells of {len(order)}")
    return len(cells), wrong


def main(path):
    result = stored("table1.json", "table1")
    run = Run(result["positions"], result["clock_hz"], result["limit_seconds"])
    with open(SUITE, encoding="utf-8", newline="") as file:
        notes = {int(row["position"]): row["paper_note"] for row in csv.DictReader(file)}
    html = sys.stdin.read() if path == "-" else open(path, encoding="utf-8").read()
    count, wrong = compare(html, run, notes)
    print(*wrong, f"{count} cells of the page in the browser, {len(wrong)} figures differ", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
