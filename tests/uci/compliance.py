#!/usr/bin/env python3
"""The 40 points of `fastchess --compliance`, written from its documentation and what it was seen to ask.

    tests/uci/compliance.py COMMAND [ARGUMENT...]        such as target/release/bcp uci, or stockfish

Where fastchess is installed, `fastchess --compliance COMMAND ARGUMENTS` asks the same. An answer may take `WITHIN`
seconds more than its clock; how late it is on the clock is for clock.py.
Exit status: 0 all points are passed, 1 they are not.
"""

import re
import sys

from talk import Engine

WITHIN = 10

LATE = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27"
BLACK = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


class Points:
    """The results of the points for one engine."""

    def __init__(self, command):
        self.command = command
        self.engine = None
        self.lines = []
        self.number = 0

    def point(self, what, passed):
        self.number += 1
        if not passed:
            said = "\n  ".join(self.lines[-20:])
            raise AssertionError(f"point {self.number}, {what}, failed; the last lines are:\n  {said}")

    def begin(self):
        self.engine = Engine(self.command)
        self.engine.send("uci")
        self.lines = self.engine.until("uciok", WITHIN)
        self.point("start", True)

    def ready(self, when):
        self.engine.send("isready")
        self.engine.until("readyok", WITHIN)
        self.point(f"ready {when}", True)

    def names(self):
        for word in ("name", "author"):
            self.point(f"id {word}", any(re.match(f"id {word} .", line) for line in self.lines))

    def send(self, text):
        self.engine.send(text)
        self.point(text, True)

    def go(self, limits):
        """Send a `go`; return its `bestmove`."""
        self.send(f"go {limits}")
        self.lines = self.engine.until("bestmove", WITHIN)
        self.point(f"bestmove after {limits}", len(self.lines[-1].split()) > 1)

    def info(self, *parts):
        """Check that there is an info line other than a message, with whole numbers and a score; return the last one.
        """
        infos = [line for line in self.lines if re.match("info (?!string)", line)]
        last = infos[-1] if infos else ""
        numbers = re.findall(r"\b(?:time|nps|score (?:cp|mate)) (\S+)", last)
        verdicts = {
            "line": bool(last),
            "form": bool(last) and all(re.fullmatch(r"-?\d+", number) for number in numbers),
            "score": " score " in last,
        }
        for part in parts:
            self.point(f"info: {part}", verdicts[part])

    def end(self):
        self.engine.send("quit")
        assert self.engine.ends(WITHIN) == 0, "quit"


def check(command):
    points = Points(command)
    points.begin()
    points.ready("at the start")
    points.names()
    points.send("ucinewgame")
    points.send("position startpos")
    points.ready("after startpos")
    points.send(f"position fen {LATE}")
    points.ready("after a FEN")
    points.go("wtime 100")
    points.info("line", "form", "score")
    points.send(f"position fen {BLACK}")
    points.go("btime 100")
    points.info("line", "form", "score")
    points.go("wtime 100 winc 100 btime 100 binc 100")
    points.info("line", "form", "score")
    points.go("btime 100 binc 100 wtime 100 winc 100")
    points.info("line", "form", "score", "score")
    points.send("ucinewgame")
    points.send("position startpos")
    points.go("wtime 100 btime 100")
    points.info("form")
    points.send("position startpos moves e2e4 e7e5")
    points.go("wtime 100 btime 100")
    points.info("form")
    points.end()
    return points.number


def main():
    command = sys.argv[1:]
    try:
        number = check(command)
    except AssertionError as error:
        print(f"{' '.join(command)}: {error}", file=sys.stderr)
        return 1
    print(f"compliance of {command[0].rsplit('/')[-1]}: {number} of {number} points")
    return 0 if number == 40 else 1


if __name__ == "__main__":
    sys.exit(main())
