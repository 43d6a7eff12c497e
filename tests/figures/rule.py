"""When is a position solved? The rule of docs/explanation/solved.md, and those that stand beside it there, computed from
iterations alone.

    python3 tests/figures/rule.py FILE ...    the figures of each rule, for results that were searched to the limit

Nothing here is shared with the Rust program. A rule gives the moments at which an iteration may be counted, each with the
place of that iteration. The first of them decides; what the rule looks at is never later than the moment.
"""

import math
import sys
from fractions import Fraction

from likelihood import balance, bare
from run import MATES, Run, read, summary

# The gain that needs no watch, in pawns, and the seconds of the watch.
REAL, WATCH = 2, 600


class Search:
    """The iterations of a record as a rule sees them: seconds, value, whether a solution is best, gain, mate."""

    def __init__(self, record, solutions=None, clock=None):
        iterations = record["iterations"]
        solutions = bare(record["best_moves"]) if solutions is None else solutions
        clock = clock or record["run"]["clock_hz"]
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


def watch(search):
    seconds, value, gain = search.seconds, search.value, search.gain
    for at in range(len(search)):
        if not search.solves[at]:
            continue
        if search.mate[at]:
            yield seconds[at], at
        if at + 1 == len(search):
            # There is no other iteration, so nothing is known of what stays.
            continue
        if gains(search, at, REAL) and gains(search, at + 1, 1):
            yield seconds[at + 1], at
        end = max(seconds[at] + WATCH, seconds[at + 1])
        seen = [later for later in range(at, len(search)) if seconds[later] <= end]
        stays = all(search.solves[later] and value[later] >= value[at] for later in seen)
        gained = max(gain[later] for later in seen) > 0
        if stays and (gain[at] > 0 or (not gained and value[seen[-1]] == value[at])):
            yield end, at


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


# In the order of the table; the first is the rule.
RULES = {
    "watch": watch,
    "a pawn": pawn,
    "a pawn, confirmed": confirmed(1),
    "two pawns, confirmed": confirmed(2),
    "two pawns, or a pawn kept for four iterations": kept_for_four,
}


def solution(search, rule=watch, limit=math.inf):
    """The iteration that solved the position, if that is decided within a limit in seconds."""
    moment, at = min(rule(search), default=(math.inf, None))
    return at if moment <= limit else None


def judged(run, rule, limit=math.inf):
    """The run under another rule."""
    records = []
    for record in run.records:
        found = solution(Search(record, clock=run.clock), rule, limit)
        reported = record["iterations"][-1 if found is None else found]
        records.append({
            **record,
            "solved": found is not None,
            "cycles": reported["cycles"],
            "iteration_cycles": reported["cycles"],
            **{name: reported[name] for name in ("value", "nodes", "depth", "move")},
        })
    return Run(records, run.clock, run.limit)


if __name__ == "__main__":
    for path in sys.argv[1:]:
        run = read(path)
        print(path)
        for name, rule in RULES.items():
            solved = [sum(p.clocks is not None for p in judged(run, rule, limit).positions) for limit in (300, 1000, 2000)]
            found = judged(run, rule)
            figures = summary(found)
            both = sum(p.clocks is not None and p.paper is not None for p in found.positions)
            times = figures["times"]
            print(f"{name:48} {solved} both {both} F {figures['both_unsolved']} {times['spearman']:.3f} "
                  f"{[round(end, 3) for end in times['spearman_interval']]} long {figures['long']['spearman']:.3f} "
                  f"within 2 {times['within_2']:.2f}")
