"""Computes every figure of a report once more, from the results that it was made from.

    python3 tests/figures/report.py HTML JSONL

HTML is a report by `bcp table1 --report` or `bcp report --report`, of positions of Table 1. Differences are printed, a
line for each figure: its name, the page's text, the text computed here; and so is a figure that is not known here. Exit
status: 0 all agree, 1 not. Nothing is shared with the Rust program.
"""

import hashlib
import math
import os
import re
import sys

import page
from run import MATES, SLACK, read, summary

SUITE = os.path.join(os.path.dirname(__file__), "../../programs/chess/suite/positions/win-at-chess.csv")
NONE = "–"
# Minimum number of positions for which the headlines contain a rank correlation.
FEWEST = 30
MARKS = {None: "", "lesser-gain": "‡", "reinfeld-incorrect": "†"}


def text(expected):
    """Return a check that the element has this text."""
    return lambda element: None if element.text() == expected else (element.text(), expected)


def ranged(expected, low, high, digits=2):
    """Return the same check for a text that contains `low to high`, whose ends are random."""
    before, after = expected.split("{}")

    def check(element):
        shown = element.text()
        end = rf"(-?\d\.\d{{{digits}}})"
        ends = re.fullmatch(f"{re.escape(before)}{end} to {end}{re.escape(after)}", shown)
        near = SLACK * (high - low) + 0.5 * 10**-digits
        if ends and abs(float(ends[1]) - low) <= near and abs(float(ends[2]) - high) <= near:
            return None
        return shown, expected.format(f"{low:.{digits}f} to {high:.{digits}f}")

    return check


def both(*checks):
    """Return the first check that fails."""
    return lambda element: next(filter(None, (check(element) for check in checks)), None)


def has(expected, of, what):
    """Return a check of something other than the text."""

    def check(element):
        shown = of(element)
        return None if shown == expected else (f"{what} {shown}", expected)

    return check


def percent(share):
    return f"{100 * share:.0f}%"


def plain(number):
    """Format a number by the shortest text that distinguishes it from others."""
    return repr(float(number)).removesuffix(".0")


def hundredths(clocks, clock):
    whole = (clocks * 100 + clock // 2) // clock
    return f"{whole // 100:,}.{whole % 100:02d}"


def seconds(whole):
    return "F" if whole is None else str(whole)


def pace(ours, paper):
    """Return the class of a cell, by comparison of our whole seconds with the paper's."""
    if ours is None or paper is None:
        return "neither" if ours is paper is None else "lost" if ours is None else "won"
    for factor in (5, 2):
        if ours > factor * paper:
            return f"s{factor}"
        if paper > factor * ours:
            return f"f{factor}"
    return "even"


def of_run(run):
    made = run.records[0]["run"]
    megahertz, limit = plain(run.clock / 1e6) + " MHz", plain(run.limit)
    with open(SUITE, "rb") as file:
        built_in = hashlib.sha256(file.read()).hexdigest()
    flags = [
        (made["version"] == "simple", " --simple"),
        (made["suite"] != built_in, " --suite FILE"),
        (made.get("suite_moves"), " --suite-moves"),
        (made.get("claimed_gains"), " --claimed-gains"),
        (made.get("to_limit"), " --to-limit"),
    ]
    flags = "".join(flag for given, flag in flags if given)
    facts = {"program": "program", "suite": "suite", "settings": "settings", "positions": "positions",
             "version": "version", "instructions": "instruction_table", "criterion": "criterion", "bcp": "bcp"}
    return {
        "lead.clock": text(megahertz),
        "table.limit": text(limit),
        "run.clock": text(megahertz),
        "run.limit": text(f"{limit} s per position"),
        "run.depth": text(str(made["depth"])),
        "run.command": text(
            f"bcp table1 --positions {made['positions']} --clock {run.clock}Hz --limit-seconds {limit}{flags}"
        ),
        **{f"run.{name}": text(made[field]) for name, field in facts.items()},
    }


def reported(record):
    """Return the iteration that a result comes from."""
    return next((one for one in record["iterations"] if one["depth"] == record["depth"]), None)


def headlines(run):
    ours = lambda position: position.whole
    paper = lambda position: position.paper
    of = lambda side, positions: [side(position) for position in positions if side(position) is not None]
    within = lambda side, limit: sum(time <= limit for time in of(side, run.positions))
    longest = lambda side: f"{max(of(side, run.positions)):,} s" if of(side, run.positions) else NONE
    first = [position for position in run.positions if position.number <= 100]
    deepest = next((position for position in run.positions if position.number == 96), None)
    depth = f"{deepest.record['depth']} ply" if deepest and deepest.clocks else "not solved"
    sum_of = lambda name: sum(record[name] for record in run.records)
    # The JSON of a report contains no iterations.
    total = lambda name: sum(reported(record)[name] for record in run.records if record.get("iterations"))
    tried = lambda limit: f"{within(ours, limit):,}" if limit <= run.limit else NONE
    all_of = lambda side: f"{within(side, math.inf)} of {len(run.positions)}"
    clocks, lists = sum_of("iteration_cycles"), total("lists")
    rows = {
        "solved": (all_of(paper), all_of(ours)),
        "within-1200": (f"{within(paper, 1200):,}", tried(1200)),
        "within-100": (f"{within(paper, 100):,}", tried(100)),
        "longest": (longest(paper), longest(ours)),
        "position-96": (NONE, depth if deepest else NONE),
        "nodes-per-second": (NONE, f"{math.floor(sum_of('nodes') * run.clock / clocks + 0.5):,}" if clocks else NONE),
        "branching": (NONE, f"{total('listed') / lists:.1f}" if lists else NONE),
        "first-100": (str(len(of(paper, first))), f"{len(of(ours, first))} of {len(first)}" if first else NONE),
    }
    sides = lambda key, row: {f"headline.{key}.table": text(row[0]), f"headline.{key}.ours": text(row[1])}
    return {name: check for key, row in rows.items() if row[1] != NONE for name, check in sides(key, row).items()}


def statistics(run, own):
    counts, times = own["positions"], own["times"]
    agreed = sum((position.clocks is None) == (position.paper is None) for position in run.positions)
    found = {
        "hero.solved": text(f"{own['solved']} of {counts}"),
        "hero.paper": text(f"{own['table1_solved']} of {counts}"),
        "count.solved": text(f"{own['solved']} of {counts}"),
        "count.both-unsolved": text(f"{own['both_unsolved']} of {counts - own['table1_solved']}"),
        "count.agreed": text(f"{agreed} of {counts}"),
        "count.footnoted": text(f"{own['footnoted_solved']} of {own['footnoted']}"),
    }
    if times:
        if times["positions"] >= FEWEST:
            said = f"{times['spearman']:.2f} 95%: {{}}, n = {times['positions']}"
            found["hero.spearman"] = ranged(said, *times["spearman_interval"])
        found["hero.within-2"] = text(percent(times["within_2"]))
    formats = {"positions": str, "spearman": "{:.3f}".format, "log_pearson": "{:.3f}".format,
               "mean_ratio": "{:.2f}".format, "log_deviation": "{:.2f}".format,
               "within_2": percent, "within_3": percent, "within_5": percent}
    for group, figures in (("all", times), ("mates", own["mates"]), ("material", own["material"])):
        for name, shown in formats.items():
            key = f"statistics.{group}.{name.replace('_', '-')}"
            found[key] = text(shown(figures[name]) if figures else NONE)
    return found


def trust(own):
    """Check the page's statements about itself, and its first sentence."""

    def pair(times):
        if not times:
            return text(NONE)
        said = f"{times['spearman']:.2f} (95% interval {{}}); {percent(times['within_2'])}"
        return ranged(said, *times["spearman_interval"])

    times, exact, hertz = own["times"], own["exact"], own["effective_clock_hz"]
    solved = f"It solves {own['solved']} of {own['positions']} positions; the paper’s program solved {own['table1_solved']}"
    sentence = text(solved + ".")
    if times:
        correlation = (
            f", the rank correlation of these {times['positions']} times is {times['spearman']:.2f} (95% interval {{}})"
            if times["positions"] >= FEWEST
            else ""
        )
        said = (
            f"{solved}. On positions that both solve, it takes {exact['mean_ratio']:.2f} of the paper’s time on average "
            f"({times['mean_ratio']:.2f} if our times are rounded up to whole seconds, as the paper’s are){correlation}, and "
            f"{percent(times['within_2'])} of them agree within a factor of 2."
        )
        sentence = ranged(said, *times["spearman_interval"]) if correlation else text(said)
    return {
        "lead.finding": sentence,
        "trust.tied": text(f"{own['tied']} of {times['positions'] if times else 0}"),
        **{f"trust.{key}": pair(own[key]) for key in ("long", "exact", "scaled")},
        "trust.clock": text(f"{hertz / 1e6:.2f} MHz" if hertz else NONE),
    }


def announced(run):
    """Return a check of the number of announced mates, and that those without a proof are among them; checking a
    proof would need the rules of chess."""
    mates = {position.number for position in run.positions if position.by_mate}
    ends = lambda part: [int(end) for end in part.split("-")]

    def check(element):
        shown = element.text()
        form = re.fullmatch(r"(none|([\d,-]+),) of (\d+)", shown)
        ranges = [ends(part) for part in form[2].split(",")] if form and form[2] else []
        unproved = {number for part in ranges for number in range(part[0], part[-1] + 1)}
        is_right = form and int(form[3]) == len(mates) and unproved <= mates
        return None if is_right else (shown, f"some of {len(mates)}")

    return check


def value(pawns):
    """Describe a value: its sign, and the moves to a mate; the value of a captured king has no such number."""
    if abs(pawns) >= MATES:
        return f"{'−' if pawns < 0 else ''}mate {(128 - abs(pawns)) // 2}".removesuffix(" 0")
    return "0" if pawns == 0 else f"{'+' if pawns > 0 else '−'}{abs(pawns)}"


def iterations(record, clock):
    rows = []
    for one in record["iterations"]:
        best, line = one["move"] or NONE, one["variation"]
        if line and line[0] != best:
            raise ValueError(f"position {record['number']}: {line} does not begin with {best}")
        rows += [
            str(one["depth"]), value(one["value"]), f"{one['nodes']:,}", f"{one['cycles']:,}",
            hundredths(one["cycles"], clock), " ".join(line) or best,
        ]
    return text("".join(rows))


def card(position):
    record, number = position.record, position.number
    ours, paper = position.whole, position.paper
    mark = MARKS.get(record.get("note"), "*")
    verdict = {"neither": "F in both", "lost": "F here, solved in the paper", "won": "solved here, F in the paper"}.get(
        pace(ours, paper)
    ) or f"{ours} s against {paper} s: {ours / paper:.2f} × the paper's time"
    best = record["move"] or NONE
    kind = lambda element: element.in_a("td").attributes.get("class")
    found = {
        f"cell.{number}.ours": both(text(seconds(ours)), has(pace(ours, paper), kind, "class")),
        f"cell.{number}.paper": text(seconds(paper) + mark),
        f"card.{number}.verdict": both(
            text(verdict), has("verdict " + pace(ours, paper), lambda element: element.attributes["class"], "class")
        ),
        f"card.{number}.paper": text("F" if paper is None else f"{paper} s"),
        f"card.{number}.fen": text(record["fen"]),
        f"card.{number}.move": text(best if position.clocks else f"{best} (not solved)"),
        f"card.{number}.seconds": text(
            f"{hundredths(position.clocks, position.clock)} s, rounded up {ours} s" if position.clocks else "F"
        ),
        f"card.{number}.iterations": iterations(record, position.clock),
    }
    for name, field in (("solution", "best_moves"), ("avoid", "avoid_moves")):
        if record.get(field):
            found[f"card.{number}.{name}"] = text(record[field])
    return found


def expected(run):
    """Return the checks of all figures, by their names."""
    own = summary(run)
    found = {**of_run(run), **headlines(run), **statistics(run, own), **trust(own)}
    found["trust.mates"] = announced(run)
    for position in run.positions:
        found.update(card(position))
    return found


def compare(html, run):
    """Return the number of figures that agree, and a line for each that does not."""
    shown, checks, wrong = page.figures(page.parse(html)), expected(run), []
    for name in [*shown, *(name for name in checks if name not in shown)]:
        if name not in checks:
            wrong.append(f"{name}: {shown[name].text()!r}, not known here")
        elif name not in shown:
            wrong.append(f"{name}: not on the page")
        else:
            found = checks[name](shown[name])
            if found:
                wrong.append(f"{name}: {found[0]!r}, recomputed {found[1]!r}")
    return len(checks) - sum(name in checks for name in (line.split(": ")[0] for line in wrong)), wrong


def main(html, lines):
    with open(html, encoding="utf-8") as file:
        agree, wrong = compare(file.read(), read(lines))
    for line in wrong:
        print(line)
    print(f"{agree} figures of {html} agree with {lines}, {len(wrong)} do not")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
