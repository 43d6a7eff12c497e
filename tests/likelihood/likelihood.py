"""The likelihood of `bcp ablate`, computed once more with Python's standard library alone.

    python3 tests/likelihood/likelihood.py                 the values that the unit tests of bcp expect
    python3 tests/likelihood/likelihood.py FILE ...        likelihoods of results that were searched to the limit
    python3 tests/likelihood/likelihood.py --suite-moves FILE ...    the same with every move of the suite as a solution

Files are what `bcp ablate --out FOLDER` leaves. With several files the differences to the first are printed. The model
is described in docs/explanation/solved.md; nothing here is shared with the Rust program.
"""

import csv
import json
import math
import os
import random
import sys
from statistics import NormalDist

PHI = NormalDist().cdf
MATES = 94


def rounded_up(seconds, median, deviation):
    """Probability that a log-normal time is rounded up to so many seconds; 1 stands for all that is shorter."""
    upper = math.log(seconds / median) / deviation
    if seconds == 1:
        return PHI(upper)
    lower = math.log((seconds - 1) / median) / deviation
    # In the upper tail the complements are subtracted: there they have the digits.
    return PHI(-lower) - PHI(-upper) if lower > 0 else PHI(upper) - PHI(lower)


def probability(position, scale, deviation, aliens, accepts):
    """What the paper has of a position (seconds, or None for F), given its stages (seconds, class)."""
    paper, stages = position
    left, own = 1.0, 0.0
    for seconds, kind in stages:
        if paper is not None:
            own += left * accepts[kind] * rounded_up(paper, scale * seconds, deviation)
        left *= 1.0 - accepts[kind]
    if paper is None:
        return (1 - aliens) * left + aliens * 0.08
    return (1 - aliens) * own + aliens * 0.92 * rounded_up(paper, 16, 2)


def stages(record, solutions):
    """Where the solution first shows a gain over depth 0 that it has not shown before."""
    base = max(record["iterations"][0]["value"], balance(record["fen"]))
    most, found = None, []
    for iteration in record["iterations"]:
        best, value = iteration["move"], iteration["value"]
        if best is None or best.rstrip("+#") not in solutions:
            continue
        gain = value - base
        if most is None or gain > most:
            most = gain
            found.append((iteration["seconds"], 4 if value >= MATES else min(max(gain, 0), 3)))
    return found


def balance(fen):
    board, side = fen.split()[:2]
    values = dict(p=1, n=3, b=3, r=5, q=9)
    white = sum(values.get(c.lower(), 0) * (1 if c.isupper() else -1) for c in board)
    return white if side == "w" else -white


def suite_moves():
    """All solutions that the suite has, by the number of the position."""
    path = os.path.join(os.path.dirname(__file__), "../../programs/chess/suite/positions/win-at-chess.csv")
    with open(path, encoding="utf-8", newline="") as file:
        return {int(row["position"]): row["best_moves"] for row in csv.DictReader(file)}


def positions(path, moves):
    """Number, and what `probability` takes, of the positions without a footnote; with other solutions than the file's
    where there are any."""
    result = []
    for line in open(path, encoding="utf-8"):
        record = json.loads(line)
        if not record["footnote"]:
            solutions = moves.get(record["number"], record["best_moves"])
            solutions = {move.rstrip("+#") for move in solutions.split()}
            result.append((record["number"], (record["table1_seconds"], stages(record, solutions))))
    return sorted(result)


def unbounded(parameters):
    scale, deviation, aliens, accepts = parameters
    logit = lambda share: math.log(share / (1 - share))
    return [math.log(scale), math.log(deviation), logit(aliens)] + [logit(share) for share in accepts]


def bounded(numbers):
    share = lambda x: 1 / (1 + math.exp(-max(-12, min(12, x))))
    return math.exp(numbers[0]), math.exp(numbers[1]), share(numbers[2]), [share(x) for x in numbers[3:]]


def fit(observed):
    """The maximum by steps along the axes, which need no method but patience."""
    value = lambda point: sum(math.log(probability(o, *bounded(point))) for _, o in observed)
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
    return bounded(point), best


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


def main(paths):
    if not paths:
        return examples()
    moves = suite_moves() if "--suite-moves" in paths else {}
    first = None
    for path in [path for path in paths if path != "--suite-moves"]:
        observed = positions(path, moves)
        (scale, deviation, aliens, accepts), best = fit(observed)
        shown = " ".join("%.2f" % share for share in accepts)
        print(f"{os.path.basename(path)}: {best:.1f}, scale {scale:.3f}, deviation {deviation:.3f}, "
              f"aliens {aliens:.3f}, accepts {shown}")
        logs = [math.log(probability(o, scale, deviation, aliens, accepts)) for _, o in observed]
        if first is None:
            first = logs
            continue
        changes = [b - a for a, b in zip(first, logs)]
        even = sum(c for c, (number, _) in zip(changes, observed) if number % 2 == 0)
        draw = random.Random(1)
        samples = sorted(sum(draw.choices(changes, k=len(changes))) for _ in range(2000))
        print(f"    {sum(changes):+.1f} ({samples[50]:+.1f} to {samples[1949]:+.1f}), "
              f"even {even:+.1f}, odd {sum(changes) - even:+.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
