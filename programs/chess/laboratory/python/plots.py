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
    """Plot the nodes per position at the last four depths, with the paper's figures for the same suite."""
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


def curves(title, names, efforts):
    """Plot the positions solved by effort. `names` has the name of each curve, by the field of the rows that it
    shows."""
    series = []
    for field, name in names.items():
        known = sorted(row[field] for row in efforts if row[field])
        if known:
            series.append((name, [(effort, at + 1) for at, effort in enumerate(known)], False))
    return svg.chart(title, "effort", "solved", series, log_x=True, log_y=False)


def fifteenth(paths):
    """Plot the positions solved by effort, for the stored tree and full width, in lists and in positions visited."""
    efforts = lab.rows(paths[0])
    names = {
        "stored_lists": "1986, lists",
        "stored_visited": "1986, visited",
        "full_lists": "full width, lists",
        "full_visited": "full width, visited",
    }
    return curves(f"Solved of {len(efforts)} positions, by effort", names, efforts)


def conspiracy(paths):
    """Plot McAllester's Table 1: the mean error by nodes, ours, with margins, and his."""
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


def mate(paths):
    """Plot the positions that each search examines until it finds the mate, its easiest mates first."""
    rows = lab.rows(paths[0])
    series = []
    for search in dict.fromkeys(row["search"] for row in rows):
        counts = sorted(row["positions"] for row in rows if row["search"] == search)
        series.append((search, [(at + 1, count) for at, count in enumerate(counts)], False))
    title = f"Positions looked at, {len(series[0][1])} mates, each search's easiest first"
    return svg.chart(title, "mates found", "positions", series)
