"""The tables of the documents, as Markdown."""

import lab


def table(headings, rows):
    """Return a table as Markdown."""
    lines = [headings, ["---"] + ["---:"] * (len(headings) - 1)] + rows
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def nodes(paths):
    """Return the nodes of each search to each depth, and by how many per cent they exceed those of verified null-move
    pruning, with margins."""
    rows = lab.comparisons(paths)
    searches = list(dict.fromkeys(row["search"] for row in rows))
    positions = len({row["position"] for row in rows})
    out = []
    for depth in sorted({row["depth"] for row in rows}):
        line = [depth]
        for search in searches:
            ours = lab.by_position(rows, search, depth)
            solved = sum(lab.by_position(rows, search, depth, "solved").values())
            cell = f"{sum(ours.values()):,}"
            if "verified" in searches and search != "verified":
                theirs = lab.by_position(rows, "verified", depth)
                pairs = [(ours[one], theirs[one]) for one in ours]
                low, high = lab.margins(pairs, lab.ratio)
                percent = [100 * (ratio - 1) for ratio in (lab.ratio(pairs), low, high)]
                cell += " ({:+.2f}%, {:+.0f}..{:+.0f})".format(*percent)
            line.append(f"{cell}, solved {solved}")
        out.append(line)
    return f"{positions} positions\n\n" + table(["depth", *searches], out)


def parity(paths):
    """Return, for each option, the share of cut nodes whose null move fails high, the growth per ply, the contrast of
    both parities between R = 2 and verified null-move pruning, and the nodes of R = 2 divided by those of verified."""
    rows = lab.comparisons(paths)
    depth = max(row["depth"] for row in rows)

    def cell(positions, figure):
        low, high = lab.margins(positions, figure)
        return f"{figure(positions):.2f} {low:.2f}..{high:.2f}"

    out = []
    for option, positions in lab.parity(rows, depth):
        nodes = lab.sums(positions)
        three = [one[1:4] + one[5:8] for one in positions]
        out.append([
            option,
            f"{100 * nodes[9] / nodes[8]:.1f}, {100 * nodes[11] / nodes[10]:.1f}",
            f"{nodes[2] / nodes[1]:.2f}, {nodes[3] / nodes[2]:.2f}",
            f"{nodes[6] / nodes[5]:.2f}, {nodes[7] / nodes[6]:.2f}",
            cell(three, lambda some: lab.contrast(lab.sums(some))),
            cell(three, lambda some: lab.contrast(lab.means(some))),
            cell(list(map(lab.alone, positions)), lambda some: lab.contrast(lab.means(some))),
            cell(positions, lambda some: lab.sums(some)[2] / lab.sums(some)[6]),
            cell(positions, lambda some: lab.sums(some)[3] / lab.sums(some)[7]),
        ])
    headings = ["changed", "fail high, %", "R = 2 grows", "verified", "contrast", "of means", "iterations"]
    headings += [f"to {depth - 1}", f"to {depth}"]
    return f"{len({row['position'] for row in rows})} positions\n\n" + table(headings, out)


def mates(paths):
    """Return the number of positions in which each search has seen the mate, by depth: a mate whose last move is within
    that depth. Files may be of several suites; the row of a depth has the positions that were searched to that depth
    and no further."""
    seen = {}
    for record in lab.lines(paths):
        last = record["iterations"][-1]
        found = last["value"] >= lab.MATE - last["depth"]
        by_position = seen.setdefault(last["depth"], {}).setdefault(record["search"], {})
        by_position[record["run"]["suite"], record["position"]] = found
    searches = list(dict.fromkeys(search for depth in seen.values() for search in depth))
    out = []
    for depth, found in sorted(seen.items()):
        line = [depth, len(set().union(*found.values()))]
        for search in searches:
            ours, theirs = found[search], found.get("verified", {})
            cell = str(sum(ours.values()))
            if search != "verified" and ours.keys() == theirs.keys():
                low, high = lab.margins([ours[one] - theirs[one] for one in ours], sum)
                cell += f" {low:+d}..{high:+d}"
            line.append(cell)
        out.append(line)
    return table(["depth", "positions", *searches], out)
