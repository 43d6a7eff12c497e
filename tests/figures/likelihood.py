"""The probability of Table 1 under a program's searches, from the results alone.

    python3 tests/figures/likelihood.py                    the values that the unit tests of bcp expect
    python3 tests/figures/likelihood.py FILE ...           likelihoods of results that were searched to the limit
    python3 tests/figures/likelihood.py --steps FILE ...   the same, each also beside the one before it
    python3 tests/figures/likelihood.py --suite-moves FILE ...    the same with every move of the suite as a solution

Files are those of `bcp ablate --out-dir FOLDER`. With several files the differences to the first are printed. Held out:
even positions judged by the model that is fitted to odd ones, and the other way round. The model is described in
docs/explanation/solved.md; nothing here is shared with the Rust program.
"""

import csv
import functools
import json
import math
import os
import sys

from run import MATES, interval

PHI = lambda x: math.erfc(-x / math.sqrt(2)) / 2


def rounded_up(seconds, median, deviation):
    """Return the probability that a log-normal time is rounded up to a number of seconds; 1 includes all shorter
    times."""
    upper = math.log(seconds / median) / deviation
    if seconds == 1:
        return PHI(upper)
    lower = math.log((seconds - 1) / median) / deviation
    # In the upper tail the complements are subtracted, which preserves the digits there.
    return PHI(-lower) - PHI(-upper) if lower > 0 else PHI(upper) - PHI(lower)


@functools.lru_cache(maxsize=None)
def alien(paper):
    """Return the probability of the paper's time if its program or its author proceeded differently; None for F."""
    return 0.08 if paper is None else 0.92 * rounded_up(paper, 16, 2)


def fitting(position, scale, deviation):
    """Return for each stage the probability of the paper's time if the author used this stage; an empty list for F."""
    paper, stages = position
    return [0.0 if paper is None else rounded_up(paper, scale * seconds, deviation) for seconds, _ in stages]


def parts(position, fits, aliens, accepts):
    """Return the probability of the paper's result (seconds, or None for F), given a position's stages (seconds,
    class): as the time of a stage, and as that of an alien."""
    paper, stages = position
    left, own = 1.0, 0.0
    for (_, kind), fit in zip(stages, fits):
        own += left * accepts[kind] * fit
        left *= 1.0 - accepts[kind]
    return (1 - aliens) * (left if paper is None else own), aliens * alien(paper)


def probability(position, scale, deviation, aliens, accepts):
    return sum(parts(position, fitting(position, scale, deviation), aliens, accepts))


def gains(record, solutions):
    """Return the iterations in which a solution first shows a new gain over depth 0, and the gain in pawns."""
    base = max(record["iterations"][0]["value"], balance(record["fen"]))
    most, found = None, []
    for iteration in record["iterations"]:
        value, moves = iteration["value"], [iteration["move"], *iteration.get("mates", [])]
        gain = value - base
        if (most is None or gain > most) and any(move and move.rstrip("+#") in solutions for move in moves):
            most = gain
            found.append((iteration, gain))
    return found


def stages(record, solutions):
    """Return their seconds and the classes of their gains: nothing, a pawn, two, three or more, a mate."""
    kind = lambda value, gain: 4 if value >= MATES else min(max(gain, 0), 3)
    return [(one["seconds"], kind(one["value"], gain)) for one, gain in gains(record, solutions)]


def balance(fen):
    board, side = fen.split()[:2]
    values = dict(p=1, n=3, b=3, r=5, q=9)
    white = sum(values.get(c.lower(), 0) * (1 if c.isupper() else -1) for c in board)
    return white if side == "w" else -white


def suite_moves():
    """Return all solutions in the suite, by the number of the position."""
    path = os.path.join(os.path.dirname(__file__), "../../programs/chess/suite/positions/win-at-chess.csv")
    with open(path, encoding="utf-8", newline="") as file:
        return {int(row["position"]): row["best_moves"] for row in csv.DictReader(file)}


def bare(moves):
    """Return the moves of a line without their annotation marks."""
    return {move.rstrip("+#") for move in moves.split()}


def records(path):
    with open(path, encoding="utf-8") as file:
        return sorted((json.loads(line) for line in file), key=lambda record: record["number"])


def positions(path, moves):
    """Return number and arguments of `parts` for the positions without a footnote; `moves` replaces the solutions in
    the file, if given."""
    solutions = lambda record: bare(moves.get(record["number"], record["best_moves"]))
    return [
        (record["number"], (record["table1_seconds"], stages(record, solutions(record))))
        for record in records(path)
        if not record["footnote"]
    ]


def unbounded(parameters):
    scale, deviation, aliens, accepts = parameters
    logit = lambda share: math.log(share / (1 - share))
    return [math.log(scale), math.log(deviation), logit(aliens)] + [logit(share) for share in accepts]


def bounded(numbers):
    share = lambda x: 1 / (1 + math.exp(-max(-12, min(12, x))))
    return math.exp(numbers[0]), math.exp(numbers[1]), share(numbers[2]), [share(x) for x in numbers[3:]]


def fit(observed):
    """Find the maximum by steps along the axes, which is simple but slow."""
    fits = functools.lru_cache(maxsize=4)(lambda *model: [fitting(position, *model) for _, position in observed])

    def value(point):
        scale, deviation, aliens, accepts = bounded(point)
        both = zip(observed, fits(scale, deviation))
        return sum(math.log(sum(parts(position, fit, aliens, accepts))) for (_, position), fit in both)

    point = unbounded((1.4, 0.5, 0.15, [0.35, 0.7, 0.9, 0.95, 0.98]))
    best, steps = value(point), [0.3] * len(point)
    while max(steps) > 1e-3:
        for axis in range(len(point)):
            for sign in (1, -1):
                trial = list(point)
                trial[axis] += sign * steps[axis]
                found = value(trial)
                if found > best:
                    point, best = trial, found
                    steps[axis] *= 1.6
                    break
            else:
                steps[axis] /= 2
    return bounded(point)


class Explained:
    """A file of results, and the model under which Table 1 is most probable given its searches."""

    def __init__(self, path, moves):
        self.observed = positions(path, moves)
        self.model = fit(self.observed)
        self.logs = [math.log(probability(position, *self.model)) for _, position in self.observed]

    @functools.cached_property
    def held_out(self):
        halves = [[one for one in self.observed if one[0] % 2 == half] for half in (0, 1)]
        models = [fit(half) for half in reversed(halves)]
        return sum(
            math.log(probability(position, *model)) for half, model in zip(halves, models) for _, position in half
        )

    def alienness(self):
        """Return the probability that a position is alien, given the paper's result, by its number."""
        scale, deviation, *rest = self.model
        both = {number: parts(position, fitting(position, scale, deviation), *rest) for number, position in self.observed}
        return {number: alien / (own + alien) for number, (own, alien) in both.items()}

    def more_than(self, other):
        """Return by how much this explains the table better than the other, with the names of results-json.md."""
        changes = [b - a for a, b in zip(other.logs, self.logs)]
        even = sum(change for change, (number, _) in zip(changes, self.observed) if number % 2 == 0)
        drawn = interval(len(changes), lambda places: sum(changes[at] for at in places))
        return {"total": sum(changes), "interval": drawn, "even": even, "odd": sum(changes) - even}


def examples():
    parameters = (1.5, 0.4, 0.1, [0.3, 0.7, 0.9, 0.95, 0.99])
    cases = [
        (1, [(0.2, 4)]),
        (3, [(0.3, 1), (1.9, 3)]),
        (42, [(4.8, 1), (10.0, 3), (50.0, 3)]),
        (1629, [(143.0, 1), (485.0, 2)]),
        (5, []),
        (None, []),
        (None, [(2.0, 0), (20.0, 1)]),
    ]
    for case in cases:
        print(case, "%.9e" % probability(case, *parameters))


def told(difference):
    low, high = difference["interval"]
    return "%+.1f (%+.1f to %+.1f), even %+.1f, odd %+.1f" % (
        difference["total"], low, high, difference["even"], difference["odd"]
    )


def main(arguments):
    paths = [path for path in arguments if not path.startswith("--")]
    if not paths:
        return examples()
    moves = suite_moves() if "--suite-moves" in arguments else {}
    first = before = None
    for path in paths:
        this = Explained(path, moves)
        scale, deviation, aliens, accepts = this.model
        shown = " ".join("%.2f" % share for share in accepts)
        print(f"{os.path.basename(path)}: {sum(this.logs):.1f}, held out {this.held_out:.1f}, scale {scale:.3f}, "
              f"deviation {deviation:.3f}, aliens {aliens:.3f}, accepts {shown}")
        if first:
            print("    more than the first: " + told(this.more_than(first)))
        if before and "--steps" in arguments:
            print(f"    more than the one before: {told(this.more_than(before))}, "
                  f"held out {this.held_out - before.held_out:+.1f}")
        first, before = first or this, this


if __name__ == "__main__":
    main(sys.argv[1:])
