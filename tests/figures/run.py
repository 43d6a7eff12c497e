"""The figures of a run of Table 1, from its results for each position.

    python3 tests/figures/run.py FILE      the figures as JSON, with the names of docs/reference/results-json.md

A file is what `bcp table1` writes to --out, or prints with --format json. The definitions are those of
docs/reference/results-json.md; nothing here is shared with the Rust program. Times are whole numbers of clocks until the
end, so that rounding up is exact. Intervals are random, drawn with numbers other than there: two of them agree if their
ends differ by less than `SLACK` of the width.
"""

import json
import math
import random
import sys
from fractions import Fraction

# The lowest value that is a mate.
MATES = 94
# Samples, and the margin for the ends of two intervals from them, as a share of the width. An end has a standard
# error of 1.5 to 2 % of the width.
DRAWS = 2000
SLACK = 0.12


class Position:
    """The result of a run for a position; times are in clocks."""

    def __init__(self, record, clock):
        self.record, self.clock = record, clock
        self.number, self.value = record["number"], record["value"]
        self.clocks = record["cycles"] if record["solved"] else None
        self.paper, self.footnote = record["table1_seconds"], record["footnote"]

    @property
    def compared(self):
        """Return whether both solved it, and the paper has no footnote to it."""
        return self.clocks is not None and self.paper is not None and not self.footnote

    @property
    def by_mate(self):
        return self.value is not None and self.value >= MATES

    @property
    def seconds(self):
        """Return the exact time to the solution; None for F."""
        return None if self.clocks is None else Fraction(self.clocks, self.clock)

    @property
    def whole(self):
        """Return the seconds as in Table 1: rounded up, 1 for no time at all; None for F."""
        return None if self.clocks is None else max(1, -(-self.clocks // self.clock))


class Run:
    """The positions of a run, its clock rate in hertz, its limit in seconds, and the records themselves."""

    def __init__(self, records, clock, limit):
        self.records, self.clock, self.limit = records, clock, limit
        self.positions = [Position(record, clock) for record in records]


def read(path):
    """Read the run in a file: JSON lines, or one object."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        whole = json.loads(text)
    except json.JSONDecodeError:
        whole = [json.loads(line) for line in text.splitlines()]
    if isinstance(whole, dict) and "positions" in whole:
        return Run(whole["positions"], whole["clock_hz"], whole["limit_seconds"])
    records = sorted(whole if isinstance(whole, list) else [whole], key=lambda record: record["number"])
    made = records[0]["run"]
    if any(record["run"] != made for record in records):
        raise ValueError(f"{path} has results of several runs")
    return Run(records, made["clock_hz"], made["limit_seconds"])


def ranks(values):
    """Return twice the rank of each value: the number of values below it, plus that of values not above it, plus 1."""
    count = {}
    for value in values:
        count[value] = count.get(value, 0) + 1
    below, rank = 0, {}
    for value in sorted(count):
        rank[value] = 2 * below + count[value] + 1
        below += count[value]
    return [rank[value] for value in values]


def pearson(a, b):
    """Return Pearson's correlation, by sums of products; 0 if one side does not vary."""
    n = len(a)
    sa, sb = math.fsum(a), math.fsum(b)
    # Values are taken relative to the mean, which preserves the digits.
    a, b = [n * x - sa for x in a], [n * x - sb for x in b]
    across = math.fsum(x * y for x, y in zip(a, b))
    square = math.fsum(x * x for x in a) * math.fsum(y * y for y in b)
    return across / math.sqrt(square) if square > 0 else 0.0


def spearman(ours, paper):
    return pearson(ranks(ours), ranks(paper))


def interval(count, figure):
    """Return the range of 95 of 100 values of a figure, over samples of the indices from 0 to `count` with
    replacement."""
    draw, places = random.Random(1990), range(count)
    values = sorted(figure(draw.choices(places, k=count)) for _ in range(DRAWS))
    return [values[DRAWS // 40], values[-1 - DRAWS // 40]]


def times(pairs):
    """Return the comparison of pairs of our seconds and the paper's; None for fewer than two."""
    if len(pairs) < 2:
        return None
    ours, paper = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ratios = [Fraction(a) / Fraction(b) for a, b in pairs]
    logs = [math.log(a) - math.log(b) for a, b in pairs]
    mean = math.fsum(logs) / len(logs)
    square = math.fsum(log * log for log in logs) / len(logs)
    within = lambda factor: sum(1 <= factor * ratio <= factor * factor for ratio in ratios) / len(ratios)
    # Ranks depend only on the order of the values, and samples are ranked faster with small numbers.
    small = [[sorted(set(side)).index(value) for value in side] for side in (ours, paper)]
    sample = lambda places: spearman(*([side[at] for at in places] for side in small))
    return {
        "positions": len(pairs),
        "spearman": spearman(*small),
        "spearman_interval": interval(len(pairs), sample),
        "log_pearson": pearson([math.log(a) for a in ours], [math.log(b) for b in paper]),
        "mean_ratio": math.exp(mean),
        "log_deviation": math.sqrt(max(0.0, square - mean * mean)),
        "within_2": within(2),
        "within_3": within(3),
        "within_5": within(5),
    }


def scaled(seconds, scale):
    """Return a time multiplied by a scale, rounded up to whole seconds."""
    return max(1, math.ceil(seconds * scale))


def just_above(seconds, scale):
    """Return the same at an infinitesimally larger scale."""
    return max(1, math.floor(seconds * scale) + 1)


def even_scale(pairs):
    """The scale above which the product of our seconds, each rounded up, reaches that of the paper's; None for fewer than two
    pairs, and beyond 1/1000 and 1000.

    A whole time changes where the scaled one passes a whole number. These places are tried in their order, by bisection;
    the products are whole numbers, so nothing is rounded but the times."""
    if len(pairs) < 2:
        return None
    wanted = math.prod(paper for _, paper in pairs)
    reached = lambda whole, scale: math.prod(whole(ours, scale) for ours, _ in pairs) >= wanted
    low, high = Fraction(1, 1000), Fraction(1000)
    if reached(scaled, low) or not reached(scaled, high):
        return None
    # A first bracket that contains few candidates, then these candidates.
    while high - low > Fraction(1, 10**4) * low:
        middle = Fraction(low + high) / 2
        low, high = (low, middle) if reached(scaled, middle) else (middle, high)
    places = {whole / ours for ours, _ in pairs for whole in range(math.floor(ours * low), math.floor(ours * high) + 1)}
    return next(place for place in sorted(places) if place >= low and reached(just_above, place))


def summary(run, scale=None):
    """Return the figures of a run; the scaled times at a given scale, or at the exact one that the mates need."""
    of = lambda wanted: [position for position in run.positions if position.compared and wanted(position)]
    everything, mate = (lambda position: True), (lambda position: position.by_mate)
    whole = lambda wanted: times([(position.whole, position.paper) for position in of(wanted)])
    if scale is None:
        rounded, scale = just_above, even_scale([(position.seconds, position.paper) for position in of(mate)])
    else:
        rounded = scaled
    at_scale = lambda wanted: scale and times(
        [(rounded(position.seconds, scale), position.paper) for position in of(wanted)]
    )
    count = lambda wanted: sum(map(wanted, run.positions))
    nodes = sum(record["nodes"] for record in run.records)
    return {
        "positions": len(run.positions),
        "solved": count(lambda position: position.clocks is not None),
        "table1_solved": count(lambda position: position.paper is not None),
        "both_unsolved": count(lambda position: position.clocks is None and position.paper is None),
        "footnoted": count(lambda position: position.footnote),
        "footnoted_solved": count(lambda position: position.footnote and position.clocks is not None),
        "times": whole(everything),
        "mates": whole(mate),
        "material": whole(lambda position: not position.by_mate),
        "long": whole(lambda position: position.paper > 10),
        "exact": times([(position.seconds, position.paper) for position in of(everything)]),
        "scaled": at_scale(everything),
        "scaled_mates": at_scale(mate),
        "tied": count(lambda position: position.compared and position.whole == position.paper == 1),
        "effective_clock_hz": scale and float(run.clock / scale),
        "cycles_per_node": sum(record["iteration_cycles"] for record in run.records) / max(1, nodes),
    }


def differences(stored, own, name="summary"):
    """Return the differences of figures, as lines: name, stored figure, figure computed here. Numbers agree to nine
    digits; the ends of intervals approximately."""
    if name.endswith("_interval") and stored and own:
        slack = SLACK * (own[1] - own[0])
        return [] if all(abs(a - b) <= slack for a, b in zip(stored, own)) else [f"{name}: {stored}, {own}"]
    if isinstance(stored, dict) and isinstance(own, dict):
        return [
            line
            for key in [*own, *(key for key in stored if key not in own)]
            for line in differences(stored.get(key, "missing"), own.get(key, "missing"), f"{name}.{key}")
        ]
    if isinstance(stored, float) and isinstance(own, (int, float)):
        return [] if math.isclose(stored, own, rel_tol=1e-9, abs_tol=1e-12) else [f"{name}: {stored}, {own}"]
    return [] if stored == own else [f"{name}: {stored}, {own}"]


def leaves(value):
    """Count the figures in a result; an interval counts as one."""
    return sum(map(leaves, value.values())) if isinstance(value, dict) else 1


if __name__ == "__main__":
    json.dump(summary(read(sys.argv[1])), sys.stdout, indent=2)
    print()
