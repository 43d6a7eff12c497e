"""The plots of the documents, as SVG."""

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


def ratios(paths):
    """Nodes as a multiple of those of verified null-move pruning, or of the last search, by depth."""
    rows = lab.comparisons(paths)
    searches = list(dict.fromkeys(row["search"] for row in rows))
    reference = "verified" if "verified" in searches else searches[-1]
    count = len({row["position"] for row in rows})
    series = []
    for search in (one for one in searches if one != reference):
        points = []
        for depth in sorted({row["depth"] for row in rows})[-4:]:
            ours, theirs = (lab.by_position(rows, one, depth) for one in (search, reference))
            pairs = [(ours[one], theirs[one]) for one in ours]
            points.append((depth, lab.ratio(pairs), *lab.margins(pairs, lab.ratio)))
        series.append((search, points, False))
    title = f"Nodes as a multiple of those of {reference}, {count} positions"
    return svg.chart(title, "depth", "multiple", series, log_y=False)


def solved(paths):
    """Positions solved by depth, in per cent."""
    rows = lab.comparisons(paths)
    count = len({row["position"] for row in rows})
    series = []
    for search in dict.fromkeys(row["search"] for row in rows):
        points = []
        for depth in sorted({row["depth"] for row in rows}):
            right = [100 * one for one in lab.by_position(rows, search, depth, "solved").values()]
            points.append((depth, lab.mean(right), *lab.margins(right, lab.mean)))
        series.append((search, points, False))
    return svg.chart(f"Solved of {count} positions", "depth", "per cent", series, log_y=False)


def ablation(paths):
    """What each option does to the nodes of R = 2 and of verified, by those of R = 3 with the same option."""
    rows = lab.comparisons(paths)
    depth = max(row["depth"] for row in rows)
    lines = []
    for option, found in lab.ablations(rows, depth):
        lines.append((option, list(zip(("R = 2", "verified"), found))))
    count = len({row["position"] for row in rows})
    return svg.intervals(f"Nodes by those of R = 3, depth {depth}, {count} positions", "multiple", lines)


def curves(title, names, efforts):
    """Positions solved by effort: `names` by the fields of the rows."""
    series = []
    for field, name in names.items():
        known = sorted(row[field] for row in efforts if row[field])
        if known:
            series.append((name, [(effort, at + 1) for at, effort in enumerate(known)], False))
    return svg.chart(title, "effort", "solved", series, log_x=True, log_y=False)


def fifteenth(paths):
    """Positions solved by effort: the stored tree and full width in both currencies."""
    efforts = lab.rows(paths[0])
    names = {
        "stored_lists": "1986, lists",
        "stored_visited": "1986, visited",
        "full_lists": "full width, lists",
        "full_visited": "full width, visited",
    }
    return curves(f"Solved of {len(efforts)} positions, by effort", names, efforts)


def null_is_better(paths):
    """How often the null move is better than the best move, by depth and by the pieces of the side to play."""
    measured = lab.rows(paths[0])
    kinds = {"none": "king and pawns", "one": "one piece", "two_or_three": "two or three", "more": "more"}
    series = []
    for kind, name in kinds.items():
        points = []
        for depth in sorted({row["depth"] for row in measured}):
            some = [row for row in measured if row["depth"] == depth and row["pieces"] == kind]
            if some:
                points.append((depth, *lab.null_better(some)[1:]))
        if points:
            series.append((name, points, False))
    count = len({row["position"] for row in measured})
    title = f"The null move is better than the best move: positions from {count} of the suite"
    return svg.chart(title, "depth", "per cent", series, log_y=False)


def branching(paths):
    """Eligible moves in complete lists of the highest order, position by position; the paper's "about four"."""
    rows = [row["complete"] for row in lab.rows(paths[0]) if row["complete"] > 0]
    points = [(value, at + 1) for at, value in enumerate(sorted(rows))]
    series = [("positions", points, False), ("about four", [(4, 0), (4, len(rows))], True)]
    title = f"Eligible moves in complete lists: positions with no more, of {len(rows)}"
    return svg.chart(title, "eligible moves", "positions", series, log_y=False)


def go(paths):
    """Points of each player in per cent, against all others; margins from the openings."""
    games = lab.rows(paths[0])
    lines = []
    for player in dict.fromkeys(row["black"] for row in games):
        by_opening = {}
        for row in games:
            if player in (row["black"], row["white"]):
                balance = row["balance"] if row["black"] == player else -row["balance"]
                by_opening.setdefault(row["opening"], []).append(100 if balance > 0 else 50 if balance == 0 else 0)
        shares = [lab.mean(points) for points in by_opening.values()]
        lines.append((player, [("points", (lab.mean(shares), *lab.margins(shares, lab.mean)))]))
    openings = len({row["opening"] for row in games})
    return svg.intervals(f"Go: points of 100 against all others, {openings} openings", "points", lines)


def review(paths):
    """Nodes of the versions of 2006, by those of the stored tree, over positions that all have completed."""
    rows = lab.rows(paths[0])
    by = {(row["position"], row["search"]): row for row in rows}
    searches = list(dict.fromkeys(row["search"] for row in rows))
    positions = dict.fromkeys(row["position"] for row in rows)
    whole = [one for one in positions if all(by[one, search]["complete"] for search in searches)]
    lines = []
    for search in searches[:-1]:
        pairs = [(by[one, search]["nodes"], by[one, searches[-1]]["nodes"]) for one in whole]
        lines.append((search, [("nodes", (lab.ratio(pairs), *lab.margins(pairs, lab.ratio)))]))
    title = f"Nodes as a multiple of those of the {searches[-1]}, {len(whole)} positions"
    return svg.intervals(title, "multiple", lines)


def matches(paths):
    """Points of the first search in 100 games, a line for each match; the paper's 68.5."""
    lines = []
    for path in paths:
        settings, games = lab.settings(path), lab.rows(path)
        first = settings["first"]
        by_opening = {}
        for row in games:
            points = row["points"] if row["white"] == first else 1 - row["points"]
            by_opening.setdefault(row["opening"], []).append(100 * points)
        shares = [lab.mean(points) for points in by_opening.values()]
        name = f"{settings['effort']}, {len(games)} games"
        lines.append((name, [(first, (lab.mean(shares), *lab.margins(shares, lab.mean)))]))
    lines.append(("the paper", [("paper", (68.5, None, None))]))
    return svg.intervals("Points of 100 games", "points", lines, zero=False)


def conspiracy(paths):
    """McAllester's Table 1: the mean error by nodes, ours with margins and his."""
    rows = lab.rows(paths[0])
    trees = len({row["tree"] for row in rows})
    series = []
    for search in dict.fromkeys(row["search"] for row in rows):
        points = []
        for nodes in dict.fromkeys(row["nodes"] for row in rows):
            errors = [row["error"] for row in rows if row["search"] == search and row["nodes"] == nodes]
            points.append((nodes, lab.mean(errors), *lab.margins(errors, lab.mean)))
        series.append((search, points, False))
    nodes = (100, 300, 1000, 3000, 10000)
    paper = {"alpha-beta": (1.45, 1.80, 0.80, 0.95, 0), "conspiracy": (1.52, 0.95, 0.15, 0.02, 0)}
    series += [(name, list(zip(nodes, errors)), True) for name, errors in paper.items()]
    title = f"Mean error of the value of the root, {trees} random trees"
    return svg.chart(title, "nodes", "error", series, log_x=True, log_y=False)


def conspiracy_chess(paths):
    """Positions solved by conspiracy numbers, by nodes of the tree."""
    rows = lab.rows(paths[0])
    points = []
    for nodes in dict.fromkeys(row["nodes"] for row in rows):
        right = [100 * bool(row["solved"]) for row in rows if row["nodes"] == nodes]
        points.append((nodes, lab.mean(right), *lab.margins(right, lab.mean)))
    count = len({row["position"] for row in rows})
    series = [("conspiracy", points, False)]
    return svg.chart(f"Solved of {count} positions", "nodes", "per cent", series, log_x=True, log_y=False)


def mate(paths):
    """Positions that each search looks at until it has the mate; the easiest mates first."""
    rows = lab.rows(paths[0])
    series = []
    for search in dict.fromkeys(row["search"] for row in rows):
        counts = sorted(row["positions"] for row in rows if row["search"] == search)
        series.append((search, [(at + 1, count) for at, count in enumerate(counts)], False))
    title = f"Positions looked at, {len(series[0][1])} mates, each search's easiest first"
    return svg.chart(title, "mates found", "positions", series)


def mtd(paths):
    """Nodes of each search in per cent of those of alpha-beta."""
    rows = lab.rows(paths[0])
    lines = []
    for row in rows:
        found = (row["percent"], row["percent_low"], row["percent_high"])
        lines.append((row["search"], [("nodes", found)]))
    what = "random trees" if "trees" in lab.settings(paths[0]) else "positions"
    title = f"Nodes in per cent of alpha-beta, {rows[0]['searched']} {what}"
    return svg.intervals(title, "per cent", lines)


def zugzwang(paths):
    """The depth from which on each search plays the solution; one ply more than was searched where it does not."""
    rows = lab.rows(paths[0])
    never = lab.settings(paths[0])["depth"] + 1
    lines = {}
    for row in rows:
        name = f"{row['position']} {row['id'] or ''}".strip()
        found = never if row["found"] is None else row["found"]
        lines.setdefault(name, []).append((row["search"], (found, None, None)))
    title = f"Depth from which on the solution is played ({never}: not at all)"
    return svg.intervals(title, "depth", list(lines.items()))
