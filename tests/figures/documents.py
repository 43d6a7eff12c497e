"""Computes the figures of Table 1 in the documents once more, from the stored times of the positions.

    python3 tests/figures/documents.py [--ablate FOLDER]

Judges the positions of docs/results/table1.json from the iterations beside it, computes its summary, its figures under other
rules and those beside the paper's statements, and compares them; makes the rows of other predictors, which must be in
docs/explanation/table1.md; then every mark of `table1` in README.md and docs/ is compared with what was computed, not with
what is stored. With the folder that
`bcp ablate --out-dir FOLDER` left when docs/results/ablate.json was made, the same is done for the marks of `ablate-figures`,
within the margins of ablate.py. Differences are printed, and the status is 1.
"""

import argparse
import glob
import json
import os
import sys

import ablate
import iterations
import predictions
import predictors
import report
import rule
from marks import found, marks, near, put, shown
from run import SLACK, Run, differences, leaves, summary

# Maximum number of marks of the ablation, whose searches take hours; they are checked only where its results exist.
ABLATE = 64
ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))


def text_of(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def stored(name, entry):
    return json.loads(text_of(os.path.join("docs/results", name)))["entries"][entry]["result"]


def documents():
    yield "README.md", put(text_of("README.md"), text_of("tests/documents/readme.tsv"))
    for path in sorted(glob.glob(os.path.join(ROOT, "docs/**/*.md"), recursive=True)):
        yield os.path.relpath(path, ROOT), text_of(path)


def check_marks(texts, name, check):
    """Return the number of marks of a name, and a line for each figure that the check does not confirm."""
    count, wrong = 0, []
    for path, text in texts:
        for line, of, figure, holds in marks(text):
            if of == name:
                count += 1
                try:
                    right, wanted = check(figure, holds)
                except LookupError as error:
                    right, wanted = False, error
                if not right:
                    wrong.append(f"{path}:{line}: {name} {figure}: {holds}, recomputed {wanted}")
    return count, wrong


def table1(result):
    """Return the run of the result, the result with the summary computed here, and a check of its marks."""
    run = Run(result["positions"], result["clock_hz"], result["limit_seconds"])
    own = {**result, "summary": summary(run)}

    def check(figure, holds):
        if "_interval." not in figure:
            wanted = shown(figure, lambda path: found(own, path))
            return holds == wanted, wanted
        ends = lambda path: found(own, path.rsplit(".", 1)[0])
        slack = lambda path: SLACK * (ends(path)[1] - ends(path)[0])
        return near(holds, figure, lambda path: found(own, path), slack)

    return run, own, check


def headlines(result, run):
    """Return the figures beside the paper's statements that differ from those computed here."""
    checks = report.headlines(run)
    for line in result["headlines"]:
        for side in ("table", "ours"):
            key = f"headline.{line['key']}.{side}"
            found = key in checks and checks[key](Text(line[side]))
            if found:
                yield f"{key}: {found[0]!r}, recomputed {found[1]!r}"


def rules(result):
    """Return the results that do not follow from the stored iterations by the rule, and the figures under other rules.
    """
    clock, limit = result["clock_hz"], result["limit_seconds"]
    run = Run(iterations.stored(result["positions"], clock, limit), clock, limit)
    yield from rule.wrong(run)
    for own, line in zip(rule.figures(run), result["rules"], strict=True):
        yield from differences(line, own, own["rule"])


class Text(str):
    """A figure in the form of an element of a page."""

    def text(self):
        return str(self)


def times(run):
    """Return the positions whose seconds do not agree with their clocks."""
    for position in run.positions:
        said = position.record["seconds"]
        if (said is None) != (position.seconds is None) or said is not None and said != float(position.seconds):
            yield f"positions.{position.number}.seconds: {said}, {position.seconds}"


def ablate_check(own):
    """Return a check of marks by the figures of an ablation."""

    def slack(path):
        steps = [step for step in path.split(".") if not step.isdigit()]
        at = found(own, path.rsplit(".", 1)[0])
        return ablate.slack(steps[-1], at)

    return lambda figure, holds: near(holds, figure, lambda path: found(own, path), slack)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--ablate", metavar="FOLDER", help="results of the readings")
    options = parser.parse_args()
    result, texts = stored("table1.json", "table1"), list(documents())
    run, own, check = table1(result)
    wrong = [*times(run), *headlines(result, run), *rules(result), *differences(result["summary"], own["summary"])]
    print(f"{leaves(own['summary'])} figures of {len(run.positions)} positions")
    count, differ = check_marks(texts, "table1", check)
    wrong += differ
    print(f"{count} marks of table1")
    others = sum(name not in ("table1", "ablate-figures") for _, text in texts for _, name, *_ in marks(text))
    print(f"{others} marks of others, which the programs print again for `docs --check`")
    rows = list(predictors.table())
    wrong += [f"docs/explanation/table1.md lacks {row}" for row in rows if row not in text_of("docs/explanation/table1.md")]
    full_width, *_, depth = (row.split("|")[3].split() for row in rows)
    said = [f"while a full-width search has {full_width[0]} (on the same positions ours has {full_width[-1]}),",
            f"the depth of our own solutions {depth[0]}."]
    readme = " ".join(text_of("README.md").split())
    wrong += [f"README.md lacks: {sentence}" for sentence in said if sentence not in readme]
    print(f"{len(rows)} rows of predictors")
    with open(predictions.STORED, encoding="utf-8") as file:
        declared = json.load(file)
    wrong += predictions.faults(declared)
    page = text_of("docs/explanation/table1.md")
    wrong += [f"docs/explanation/table1.md lacks: {row}" for row in predictions.criteria() if row not in page]
    print(f"{len(declared['positions'])} predictions")
    of_ablate = sum(name == "ablate-figures" for _, text in texts for _, name, *_ in marks(text))
    if not options.ablate:
        print(f"{of_ablate} marks of ablate-figures are NOT judged without --ablate, at most {ABLATE}")
        wrong += ["too many figures are not judged"] if of_ablate > ABLATE else []
    else:
        figures = stored("ablate.json", "ablate-figures")
        own = ablate.recomputed(figures, options.ablate)
        count, differ = check_marks(texts, "ablate-figures", ablate_check(own))
        wrong += [*ablate.compare(figures, own), *differ]
        print(f"{ablate.count(own)} figures and {count} marks of ablate-figures")
    print(*wrong, f"{len(wrong)} differ", sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
