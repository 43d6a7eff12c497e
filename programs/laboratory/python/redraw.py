"""Draws the tables and plots of the documents again: python3 redraw.py WHAT FILE..."""

import sys

import lab
import svg

# David and Netanyahu 2002, Tables 3 and 4: by the hash of the suite positions, searches, and nodes by depth.
PAPER = {
    "644f73210c251ff3760bf16e49c3b81a80251ec14639256850e4b06bc8fb9833": (
        869,
        ("r2", "r3", "verified"),
        {
            9: (5_374_275_763, 2_483_951_601, 4_848_596_820),
            10: (16_952_333_579, 7_920_812_800, 14_439_185_304),
            11: (105_488_197_524, 24_644_668_194, 51_080_338_048),
        },
    ),
    "ef7281ca3e0387615590eac103b82eb01ac860de8a67175c571661d7981b1e85": (
        999,
        ("r2", "r3", "verified"),
        {
            8: (783_461_647, 533_282_695, 906_225_552),
            9: (3_742_064_688, 1_316_719_980, 2_539_057_043),
            10: (11_578_143_939, 4_871_295_877, 7_889_544_754),
        },
    ),
}


def table(headings, rows):
    """A table as Markdown."""
    lines = [headings, ["---"] + ["---:"] * (len(headings) - 1)] + rows
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def nodes(paths):
    """Nodes of each search to each depth, and how many more than verified null-move pruning with margins."""
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


def figure4(paths):
    """Nodes at the last four depths, per position; beside them the paper's for the same suite."""
    rows = lab.comparisons(paths)
    count = len({row["position"] for row in rows})
    series = []
    for search in dict.fromkeys(row["search"] for row in rows):
        depths = sorted({row["depth"] for row in rows})[-4:]
        points = [(depth, sum(lab.by_position(rows, search, depth).values()) / count) for depth in depths]
        series.append((search, points, False))
    suite = next(iter(lab.lines(paths)))["run"]["suite"]
    if suite in PAPER:
        positions, searches, by_depth = PAPER[suite]
        for at, search in enumerate(searches):
            points = [(depth, figures[at] / positions) for depth, figures in by_depth.items()]
            series.append((search, points, True))
    return svg.chart(f"Nodes per position, {count} positions", "depth", "nodes", series)


def ablation(paths):
    """For each option the nodes of R = 2 and of verified, by those of R = 3 with the same option."""
    rows = lab.comparisons(paths)
    searches = list(dict.fromkeys(row["search"] for row in rows))
    depth = max(row["depth"] for row in rows)
    out = []
    for base in [one for one in searches if one == "r3" or one.startswith("r3+")]:
        option = base.removeprefix("r3")
        theirs = lab.by_position(rows, base, depth)
        cells = []
        for search in ("r2" + option, "verified" + option):
            ours = lab.by_position(rows, search, depth)
            if not ours:
                cells.append("")
                continue
            pairs = [(ours[one], theirs[one]) for one in theirs]
            low, high = lab.margins(pairs, lab.ratio)
            cells.append(f"{lab.ratio(pairs):.2f} {low:.2f}..{high:.2f}")
        if any(cells):
            out.append([option.lstrip("+") or "nothing", *cells])
    return f"depth {depth}\n\n" + table(["changed", "R = 2", "verified"], out)


def fifteenth(paths):
    """Positions solved by effort: the stored tree and full width in both currencies."""
    efforts = lab.rows(paths[0])
    names = {
        "stored_lists": "1986, lists",
        "stored_visited": "1986, visited",
        "full_lists": "full width, lists",
        "full_visited": "full width, visited",
    }
    series = []
    for field, name in names.items():
        known = sorted(row[field] for row in efforts if row[field])
        series.append((name, [(effort, at + 1) for at, effort in enumerate(known)], False))
    title = f"Solved of {len(efforts)} positions, by effort"
    return svg.chart(title, "effort", "solved", series, log_x=True, log_y=False)


def null_is_better(paths):
    """How often the null move is better than the best move, by depth, with margins from positions of the suite."""
    measured = lab.rows(paths[0])
    out = []
    for depth in sorted({row["depth"] for row in measured}):
        families = {}
        for row in measured:
            if row["depth"] == depth:
                families.setdefault(row["position"], []).append(row["null"] > row["best"])

        def share(some):
            all_of_them = [better for family in some for better in family]
            return 100 * sum(all_of_them) / len(all_of_them)

        low, high = lab.margins(list(families.values()), share)
        count = sum(map(len, families.values()))
        out.append([depth, count, f"{share(families.values()):.2f} % {low:.2f}..{high:.2f}"])
    return table(["depth", "positions", "null move better"], out)


WHAT = {
    "nodes": nodes,
    "figure4": figure4,
    "ablation": ablation,
    "fifteenth": fifteenth,
    "pass": null_is_better,
}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in WHAT:
        sys.exit(f"usage: redraw.py {'|'.join(WHAT)} FILE...")
    print(WHAT[sys.argv[1]](sys.argv[2:]))
