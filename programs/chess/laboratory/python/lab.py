"""Read the files that bcp-lab writes, and compute the figures of its tables."""

import json
import math
import random

# The value of a mate on the board in the values of `bcp-lab compare`; one less for each move before it.
MATE = 100_000


def lines(paths):
    """Yield the objects in files of JSON lines. A truncated last line, as left by a killed run, is dropped."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        whole = text if text.endswith("\n") else text[: text.rfind("\n") + 1]
        for line in whole.splitlines():
            yield json.loads(line)


def comparisons(paths):
    """Return a row for each position, search and depth in files of `bcp-lab compare --out`, for positions that all
    searches have."""
    records = {(record["position"], record["search"]): record for record in lines(paths)}
    suites = {record["run"]["suite"] for record in records.values()}
    if len(suites) > 1:
        raise ValueError("the files are of several suites")
    searches = list(dict.fromkeys(search for _, search in records))
    positions = sorted({position for position, _ in records})
    complete = [one for one in positions if all((one, search) in records for search in searches)]
    return [
        {"position": position, "search": search, **iteration}
        for position in complete
        for search in searches
        for iteration in records[position, search]["iterations"]
    ]


def rows(path):
    """Return the rows that a command printed with --format json."""
    with open(path, encoding="utf-8") as file:
        return json.load(file)["rows"]


def by_position(rows, search, depth, field="nodes"):
    """Return a figure of a search at a depth, by position."""
    return {row["position"]: row[field] for row in rows if row["search"] == search and row["depth"] == depth}


def margins(items, figure, samples=2000, seed=1):
    """Return the bounds that enclose a figure in 95 of 100 bootstrap samples of the items (percentile method); None if
    a sample has no figure."""
    draw = random.Random(seed)
    figures = []
    for _ in range(samples):
        value = figure(draw.choices(items, k=len(items)))
        if value is None or not math.isfinite(value):
            return None
        figures.append(value)
    figures.sort()
    tail = samples // 40
    return figures[tail], figures[-1 - tail]


def mean(values):
    """Return the mean of some values."""
    return sum(values) / len(values)


def parity(rows, depth):
    """Return, for each option of R = 2 and verified, its name and the figures of each position: the nodes of both
    searches to each of the last four depths, and for each search its cut nodes and those whose null move also fails
    high."""
    searches = dict.fromkeys(row["search"] for row in rows)
    out = []
    for base in [one for one in searches if one == "r2" or one.startswith("r2+")]:
        pair = (base, "verified" + base.removeprefix("r2"))
        if pair[1] not in searches:
            continue
        figures = [by_position(rows, search, at) for search in pair for at in range(depth - 3, depth + 1)]
        for search in pair:
            figures += [by_position(rows, search, depth, field) for field in ("cut_nodes", "null_cut_nodes")]
        positions = [tuple(figure[one] for figure in figures) for one in figures[0]]
        out.append((base.removeprefix("r2").lstrip("+") or "nothing", positions))
    return out


def sums(positions):
    """Return the sums of the columns of some rows."""
    return tuple(map(sum, zip(*positions)))


def means(positions):
    """Return the geometric means of the columns of some rows, whose figures must not be 0."""
    return tuple(math.exp(mean([math.log(value) for value in column])) for column in zip(*positions))


def alone(row):
    """Return the nodes of each iteration alone, from a row whose first four figures are the nodes to four depths, and
    whose next four are those of another search."""
    ours, theirs = row[:4], row[4:8]
    return tuple(to - before for of in (ours, theirs) for before, to in zip(of, of[1:]))


def contrast(row):
    """Return the growth to the depth before the last divided by the growth to the last: the quotient for R = 2 divided
    by that for verified, from three figures of each."""
    (first, second, third), (one, two, three) = row[:3], row[3:6]
    return (second / first) / (third / second) / ((two / one) / (three / two))


def ratio(pairs):
    """Return the ratio of the sums of the first and the second figures of pairs."""
    return sum(a for a, _ in pairs) / sum(b for _, b in pairs)
