"""Computes the figures of `bcp ablate` once more, from the results that it kept.

    python3 tests/figures/ablate.py JSON FOLDER

JSON is the output of `bcp ablate --format json --out-dir FOLDER`. Differences are printed, and the status is 1. The maximum
of a likelihood is found in another way there, so the figures of a fit agree within `NEAR`; those of the rule agree to
nine digits at the scale that JSON has.
"""

import json
import math
import os
import sys

from likelihood import Explained, records, suite_moves
from run import MATES, SLACK, differences, read, summary

# The margins for figures of a fit: logarithms of probabilities, their differences, whose parts depend on the fit, and
# parameters.
NEAR = {
    "logarithm": 0.06, "total": 0.12, "even": 0.3, "odd": 0.3, "held_out": 0.4, "held_out_more": 0.8,
    "scale": 0.01, "deviation": 0.01, "aliens": 0.01, "accepts": 0.03,
}
# A position may or may not be listed as alien if the probability is this close to a half.
UNDECIDED = 0.05


class Aliens(list):
    """The positions that are more likely alien than not, and the undecided ones."""

    def __init__(self, alienness):
        super().__init__(number for number, share in alienness.items() if share > 0.5)
        self.open = {number for number, share in alienness.items() if abs(share - 0.5) < UNDECIDED}

    def agree(self, stored):
        return set(stored) ^ set(self) <= self.open and stored == sorted(set(stored))



def likelihood(explained, first):
    scale, deviation, aliens, accepts = explained.model
    return {
        "logarithm": sum(explained.logs),
        "held_out": explained.held_out,
        "more_than_first": None if explained is first else explained.more_than(first),
        "scale": scale,
        "deviation": deviation,
        "aliens": aliens,
        "accepts": accepts,
        "alien_positions": Aliens(explained.alienness()),
    }


def sights(path):
    """Return the iterations in which position 96 is solved, and in which its mate is found."""
    record = next((one for one in records(path) if one["number"] == 96), None)
    mates = [one for one in record["iterations"] if one["value"] >= MATES] if record else []
    sight = lambda one: {"depth": one["depth"], "seconds": one["seconds"]}
    return {
        "position_96": sight(record) if record and record["solved"] else None,
        "position_96_mate": sight(mates[0]) if mates else None,
    }


def beside(path, first):
    """Return the positions of a file gained and lost relative to the first file, and the ratio of the nodes."""
    solved = lambda one: {record["number"]: record["nodes"] for record in records(one) if record["solved"]}
    this, other = solved(path), solved(first)
    logs = [math.log(max(1, this[number]) / max(1, other[number])) for number in this if number in other]
    return {
        "gains": sorted(this.keys() - other.keys()),
        "loses": sorted(other.keys() - this.keys()),
        "nodes_ratio": math.exp(math.fsum(logs) / len(logs)) if logs else None,
    }


def recomputed(stored, folder):
    """Return the figures that `bcp ablate` would print for these readings and steps, from the files in the folder."""
    path = lambda name: os.path.join(folder, name + ".jsonl")
    names = [reading["name"] for reading in stored["readings"]]
    book = {name: Explained(path(name), {}) for name in names}
    suite = {name: Explained(path(name), suite_moves()) for name in names if stored["readings"][0]["likelihood_by_suite"]}
    readings, steps = [], []
    for reading in stored["readings"]:
        name = reading["name"]
        readings.append({
            "name": name,
            "reading": reading["reading"],
            "likelihood": likelihood(book[name], book[names[0]]),
            "likelihood_by_suite": likelihood(suite[name], suite[names[0]]) if suite else None,
            "summary": summary(read(path(name)), reading["likelihood"]["scale"]),
            **beside(path(name), path(names[0])),
            **sights(path(name)),
        })
    before = None
    for step in stored.get("steps", []):
        this = book[step["name"]]
        steps.append({
            "name": step["name"],
            "step": step["step"],
            "more_than_before": before and this.more_than(before),
            "held_out_more": before and this.held_out - before.held_out,
        })
        before = this
    return {"limit_seconds": read(path(names[0])).limit, "readings": readings, "steps": steps}


def slack(name, own):
    """Return the margin by which a figure may differ from ours; 0 if it does not come from a fit."""
    if name == "interval":
        return SLACK * (own[1] - own[0]) + NEAR["total"]
    return NEAR.get(name, 0)


def compare(stored, own, name="ablate", parent=""):
    """Return the differences of figures, as lines; those of a fit only if they exceed the margin."""
    key = name.rsplit(".", 1)[-1]
    if key == "summary":
        return differences(stored, own, name)
    if isinstance(own, dict) and isinstance(stored, dict):
        keys = [*own, *(key for key in stored if key not in own)]
        missing = "missing"
        return [line for key in keys
                for line in compare(stored.get(key, missing), own.get(key, missing), f"{name}.{key}", key)]
    if isinstance(own, Aliens) and isinstance(stored, list):
        return [] if own.agree(stored) else [f"{name}: {stored}, {own}"]
    if isinstance(own, list) and isinstance(stored, list) and len(own) == len(stored):
        margin = slack(key, own)
        pairs = enumerate(zip(stored, own))
        if margin:
            far = any(abs(a - b) > margin for _, (a, b) in pairs)
            return [f"{name}: {stored}, {own}"] if far else []
        return [line for at, (a, b) in pairs for line in compare(a, b, f"{name}.{at}")]
    if isinstance(own, float) and isinstance(stored, float):
        return [] if abs(stored - own) <= max(slack(key, own), 1e-9 * abs(own)) else [f"{name}: {stored}, {own}"]
    return [] if stored == own else [f"{name}: {stored}, {own}"]


def main(path, folder):
    with open(path, encoding="utf-8") as file:
        stored = json.load(file)
    own = recomputed(stored, folder)
    wrong = compare(stored, own)
    print(*wrong, f"{count(own)} figures of {path}, {len(wrong)} differ", sep="\n")
    return 1 if wrong else 0


def count(own):
    """Count the figures; a list of numbers counts as one."""
    if isinstance(own, list) and own and isinstance(own[0], dict):
        return sum(map(count, own))
    return sum(map(count, own.values())) if isinstance(own, dict) else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
