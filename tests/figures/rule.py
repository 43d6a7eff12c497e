"""When is a position solved? The rule of docs/explanation/solved.md, and those that stand beside it in
docs/explanation/table1.md, from iterations alone.

    python3 tests/figures/rule.py LINES [REPORT]

LINES is what `bcp table1 --out` writes: each result is judged once more. REPORT is what `bcp report --format json` makes of it;
its figures under other rules, which only searches to the limit have, are computed once more, too. Differences are printed,
and the status is 1. Nothing here is shared with the Rust program.

A rule gives the moments at which an iteration may be counted, each with the place of that iteration. The first of them
decides; what the rule looks at is never later than the moment.
"""

import json
import math
import sys
from fractions import Fraction

from likelihood import balance, bare
from run import MATES, Run, differences, read, summary

# The gain in pawns that needs no confirmation; the deepest iteration.
REAL, DEEPEST = 2, 30


class Search:
    """The iterations of a record, with what a rule uses: seconds, value, whether a solution is best, gain, mate."""

    def __init__(self, record):
        iterations, clock = record["iterations"], record["run"]["clock_hz"]
        solutions = bare(record["best_moves"])
        moves = [[one["move"], *one.get("mates", [])] for one in iterations]
        base = max([balance(record["fen"]), *(one["value"] for one in iterations[:1])])
        self.seconds = [Fraction(one["cycles"], clock) for one in iterations]
        self.value = [one["value"] for one in iterations]
        self.solves = [any(move and move.rstrip("+#") in solutions for move in several) for several in moves]
        self.gain = [value - base for value in self.value]
        self.mate = [value >= MATES for value in self.value]

    def __len__(self):
        return len(self.value)


def gains(search, at, pawns):
    return at < len(search) and search.solves[at] and search.gain[at] >= pawns


def watch(length):
    def rule(search):
        seconds, value, gain = search.seconds, search.value, search.gain
        for at in range(len(search)):
            if not search.solves[at]:
                continue
            if search.mate[at]:
                yield seconds[at], at
            if at + 1 == len(search):
                # There is no later iteration, so it is unknown what would remain.
                continue
            if gains(search, at, REAL) and gains(search, at + 1, 1):
                yield seconds[at + 1], at
            end = max(seconds[at] + length, seconds[at + 1])
            seen = [later for later in range(at, len(search)) if seconds[later] <= end]
            stays = all(search.solves[later] and value[later] >= value[at] for later in seen)
            gained = max(gain[later] for later in seen) > 0
            if stays and (gain[at] > 0 or (not gained and value[seen[-1]] == value[at])):
                yield end, at

    return rule


def pawn(search):
    return ((search.seconds[at], at) for at in range(len(search)) if gains(search, at, 1))


def confirmed(pawns):
    def rule(search):
        for at in range(len(search)):
            if gains(search, at, 1) and search.mate[at]:
                yield search.seconds[at], at
            elif gains(search, at, pawns) and gains(search, at + 1, 1):
                yield search.seconds[at + 1], at

    return rule


def kept_for_four(search):
    for at in range(len(search)):
        if gains(search, at, REAL):
            yield search.seconds[at], at
        elif all(gains(search, later, 1) for later in range(at, at + 4)):
            yield search.seconds[at + 3], at


# The rules in the order of the table; the first is the one used.
RULES = {
    "the rule: a watch of 600 s": watch(600),
    "a watch of 120 s": watch(120),
    "a watch of 1,200 s": watch(1200),
    "the first pawn": pawn,
    "a pawn, confirmed": confirmed(1),
    "two pawns, confirmed": confirmed(2),
    "two pawns at once, or a pawn for four iterations": kept_for_four,
}
HEADLINE = next(iter(RULES.values()))


def solution(search, rule=HEADLINE, limit=math.inf):
    """Return the iteration that solved the position, if this is decided within a limit in seconds."""
    moment, at = min(rule(search), default=(math.inf, None))
    return at if moment <= limit else None


def known(record):
    """Return the seconds up to which the program's behaviour is known: less for a search that ended as soon as it had
    decided."""
    last, run = record["iterations"][-1], record["run"]
    over = last["depth"] == DEEPEST or abs(last["value"]) >= MATES
    limit = Fraction(run["limit_seconds"])
    return limit if run.get("to_limit") or over or not record["solved"] else Fraction(last["cycles"], run["clock_hz"])


def judged(run, rule=HEADLINE, limit=math.inf):
    """Return the run under a rule."""
    records = []
    for record in run.records:
        at = solution(Search(record), rule, min(known(record), limit))
        reported = record["iterations"][-1 if at is None else at]
        records.append({
            **record,
            "solved": at is not None,
            "cycles": record["cycles"] if at is None else reported["cycles"],
            "seconds": None if at is None else reported["seconds"],
            "iteration_cycles": reported["cycles"],
            **{name: reported[name] for name in ("value", "nodes", "depth", "move")},
        })
    return Run(records, run.clock, run.limit)


def figures(run):
    """Return the figures of `rules` in the JSON of a report."""
    for name, rule in RULES.items():
        solved = lambda limit: sum(position.clocks is not None for position in judged(run, rule, limit).positions)
        found = summary(judged(run, rule))
        times, long = found["times"] or {}, found["long"] or {}
        yield {
            "rule": name,
            "solved_within": [solved(300), solved(1000)],
            "solved": found["solved"],
            "both_unsolved": found["both_unsolved"],
            "spearman": times.get("spearman"),
            "spearman_interval": times.get("spearman_interval"),
            "long_spearman": long.get("spearman"),
            "within_2": times.get("within_2"),
        }


def wrong(run):
    """Return a line for each part of a result that does not follow by the rule."""
    for record, own in zip(run.records, judged(run).records):
        for name in ("solved", "cycles", "depth", "value", "nodes", "move"):
            if record[name] != own[name]:
                yield f"position {record['number']}: {name} {record[name]}, here {own[name]}"


def main(lines, report=None):
    run = read(lines)
    found = list(wrong(run))
    print(f"{len(run.records)} positions judged")
    if report:
        with open(report, encoding="utf-8") as file:
            stored = json.load(file)["rules"]
        for own, line in zip(figures(run), stored, strict=True):
            found += differences(line, own, own["rule"])
        print(f"{len(stored)} rules")
    print(*found, f"{len(found)} differ", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
