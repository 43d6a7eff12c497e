#!/usr/bin/env python3
"""Requests of every kind to `bcp uci`, and how late each answer was: tests/uci/requests.py BCP [COUNT [SEED]]

An answer is due at `stop`, at the end of `movetime`, at the move's share of a clock as docs/reference/uci.md has it, or
at once where there is no time. Each `go` has exactly one `bestmove`, which is legal. For each kind it prints the number
of answers, and the latest in milliseconds: as measured, and less the stalls of the machine in that time, which a thread
that only sleeps has measured.
    --limit MS    an answer that is later, less the stalls, is a fault (200); at most one of 20 may need the stalls
    --load N      beside N processes that only compute
Exit status: 0 all is well, 1 it is not.
"""

import argparse
import collections
import csv
import multiprocessing
import pathlib
import random
import sys
import time

import chess
from talk import Engine, Stalls

SUITE = pathlib.Path(__file__).resolve().parents[2] / "programs/chess/suite/positions"

# The first move of many queens takes the program minutes; the next two end in announced mates.
ODD = [
    "B1r2q2/rBQR1q1q/1q2QQ2/Q1Q1qRqQ/2r3qQ/Q1q1B1R1/Q2q1q2/r1r2k1K w - - 0 1",
    "3r3k/1Q6/3p1rp1/2p4p/3pPb1R/P2P4/1PP2P1P/6RK w - - 0 34",
    "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
    chess.STARTING_FEN,
]
SHUFFLE = "g1f3 g8f6 f3g1 f6g8".split()
# Seconds after which an answer counts as missing.
NEVER = 60


class Judge:
    """Sends requests, and records how late their answers are."""

    def __init__(self, command, chance, limit):
        self.command, self.chance, self.limit = command, chance, limit
        self.stalls = Stalls()
        # The latest answers of each kind: (late, late minus stalls, the request).
        self.late = collections.defaultdict(list)
        self.faults = []
        self.excused = 0
        self.board = chess.Board()
        self.start()
        with open(SUITE / "win-at-chess.csv", encoding="utf-8") as rows:
            self.fens = [row["fen"] + " 0 1" for row in csv.DictReader(line for line in rows if line[0] != "#")]

    def start(self):
        self.engine = Engine(self.command)
        self.engine.send("uci", "isready")
        self.engine.until("readyok", NEVER)

    def position(self):
        """Choose another position; return the line that sets it."""
        self.board = chess.Board(self.chance.choice([*self.fens, *self.fens, *ODD * 20]))
        return f"position fen {self.board.fen()}"

    def answer(self, kind, due, sent):
        """Receive the `bestmove` that is due at a moment. It may come at any time before."""
        move = self.engine.until("bestmove", NEVER)[-1].split()[1]
        self.note(kind, due, sent)
        if chess.Move.from_uci(move) not in self.board.legal_moves:
            self.faults.append(f"{kind}: {move} is illegal after {sent}")

    def note(self, kind, due, sent):
        late = self.engine.came - due
        stalled = self.stalls.between(due, self.engine.came) if late > 0 else 0.0
        self.late[kind].append((late, late - stalled, sent))
        self.excused += late > self.limit >= late - stalled
        if late - stalled > self.limit:
            self.faults.append(f"{kind}: {1000 * late:.0f} ms late, of which {1000 * stalled:.0f} of stalls: {sent}")

    def nothing_more(self, kind):
        self.engine.send("isready")
        more = self.engine.until("readyok", NEVER)
        if any(line.startswith("bestmove") for line in more):
            self.faults.append(f"{kind}: a second bestmove")

    def wait(self):
        time.sleep(self.chance.choice([0, 0.001, 0.01, 0.05, 0.2]))

    def stopped(self, kind, *before, go="go infinite"):
        position = self.position()
        self.engine.send(*before, position, go)
        self.wait()
        self.answer(kind, self.engine.send("stop"), f"{position} | {go} | stop")

    def timed(self, kind, go, seconds, *before):
        position = self.position()
        sent = self.engine.send(*before, position, go)
        self.answer(kind, sent + seconds, f"{position} | {go}")

    def stop(self):
        self.stopped("stop")

    def move_time(self):
        milliseconds = self.chance.choice([1, 10, 20, 50, 100, 300])
        self.timed("movetime", f"go movetime {milliseconds}", milliseconds / 1000)

    def clock(self):
        left, more = self.chance.choice([20, 50, 100, 500, 1000]), self.chance.choice([0, 50, 100])
        moves = self.chance.choice(["", " movestogo 0", " movestogo 1", " movestogo 40"])
        divisor = int(moves.split()[-1] or 0) if moves and moves[-2:] != " 0" else 30
        spendable = left - min(40, left / 2)
        share = min(max(min(spendable / divisor + more - 40, spendable), 5), left)
        go = f"go wtime {left} btime {left} winc {more} binc {more}{moves}"
        self.timed("clock", go, share / 1000)

    def no_time(self):
        clocks = ["wtime 0 btime 0", "wtime -900 btime -900", "wtime 1 btime 1"]
        go = self.chance.choice(["movetime 0", "movetime -7", *clocks])
        self.timed("no time left", f"go {go}", 0)

    def absurd(self):
        words = ["wtime 99999999999999999999 btime 9999999999999999999", "movetime 9223372036854775807", "", "mate 99"]
        self.stopped("stop of an absurd time", go=f"go {self.chance.choice(words)}".strip())

    def ponder_miss(self):
        self.stopped("ponder miss", go="go ponder wtime 1000 btime 1000 winc 100 binc 100")

    def ponder_hit(self):
        position = self.position()
        self.engine.send(position, "go ponder movetime 60")
        self.wait()
        due = self.engine.send("ponderhit") + 0.06
        self.answer("ponder hit", due, f"{position} | go ponder movetime 60 | ponderhit")

    def lines(self):
        self.stopped("MultiPV 218", "setoption name MultiPV value 218")
        self.engine.send("setoption name MultiPV value 1")

    def tactics(self):
        self.engine.send("setoption name Search value tactics")
        self.stopped("tactics, stop")
        self.timed("tactics, movetime", "go movetime 50", 0.05)
        self.engine.send("setoption name Search value game")

    def real(self):
        option = self.chance.choice(["Speed value real", "UCI_LimitStrength value true"])
        self.timed("real time", "go movetime 100", 0.1, f"setoption name {option}")
        self.engine.send("setoption name Speed value fast", "setoption name UCI_LimitStrength value false")

    def reading(self):
        value = self.chance.choice([1, 2])
        self.timed("other readings", "go movetime 50", 0.05, f"setoption name NULL_MATES value {value}")
        self.engine.send("setoption name NULL_MATES value 1", "isready")
        self.engine.until("readyok", NEVER)

    def many_positions(self):
        many = [self.position() for _ in range(1000)]
        self.timed("a thousand positions", "go movetime 20", 0.02, *many)

    def history(self):
        """Send a long game, another position, and the game again."""
        moves = " ".join(SHUFFLE[ply % 4] for ply in range(self.chance.randrange(0, 700, 2) * 2))
        sent = self.engine.send(f"position startpos moves {moves}".removesuffix(" moves "), "go movetime 20")
        self.board = chess.Board()
        self.answer("long history", sent + 0.02, "a long game")
        self.timed("new position", "go movetime 20", 0.02)

    def go_in_go(self):
        position = self.position()
        self.engine.send(position, "go infinite", "go movetime 30")
        self.wait()
        self.answer("go during go", self.engine.send("stop"), position)
        self.answer("go after go", self.engine.came + 0.03, position)

    def only_some(self):
        position = self.position()
        moves = " ".join(move.uci() for move in list(self.board.legal_moves)[:3])
        sent = self.engine.send(position, f"go movetime 50 searchmoves {moves}")
        self.answer("searchmoves", sent + 0.05, f"{position} | searchmoves {moves}")

    def bad_options(self):
        name = self.chance.choice(["Clock", "MultiPV", "Move Overhead", "Hash", "Z8000Seconds", "NULL_MATES"])
        value = self.chance.choice(["-1", "99999999999999999999", "x", ""])
        self.stopped("stop after a bad option", f"setoption name {name} value {value}")

    def ready(self):
        position = self.position()
        self.engine.send(position, "go infinite")
        self.wait()
        sent = self.engine.send("isready")
        self.engine.until("readyok", NEVER)
        self.note("isready in a search", sent, position)
        self.answer("stop", self.engine.send("stop"), position)

    def new_game(self):
        self.timed("new game", "go movetime 30", 0.03, "ucinewgame")

    def the_end(self):
        """Send `quit`, or end the input: an answer must come, and the program must end."""
        position = self.position()
        self.engine.send(position, "go infinite")
        self.wait()
        if self.chance.random() < 0.5:
            due = self.engine.send("quit")
        else:
            self.engine.process.stdin.close()
            due = time.monotonic()
        self.answer("quit and end of input", due, position)
        if self.engine.ends(NEVER) != 0:
            self.faults.append("the command failed at its end")
        self.start()

    def unprepared(self):
        """Send a `go` before the program is ready."""
        self.engine.kill()
        self.engine = Engine(self.command)
        position = self.position()
        self.engine.send("uci")
        self.engine.until("uciok", NEVER)
        sent = self.engine.send(position, "go movetime 100")
        self.answer("before it is ready", sent + 0.1, position)

    def run(self, count):
        usual = [self.stop, self.move_time, self.clock, self.no_time, self.ponder_miss, self.ponder_hit]
        kinds = [
            *usual * 2,
            *(self.absurd, self.lines, self.tactics, self.real, self.reading, self.history, self.go_in_go),
            *(self.only_some, self.bad_options, self.ready, self.new_game, self.the_end, self.unprepared),
            self.many_positions,
        ]
        number = 0
        while sum(map(len, self.late.values())) < count:
            kind = kinds[number % len(kinds)]
            kind()
            self.nothing_more(kind.__name__)
            number += 1
        self.engine.kill()

    def report(self):
        print(f"  {'answers':>7} {'late, ms':>9} {'less stalls':>11}")
        for kind, late in sorted(self.late.items()):
            worst = max(late, key=lambda row: row[1])
            print(f"  {len(late):7} {1000 * worst[0]:9.1f} {1000 * worst[1]:11.1f}  {kind}")
        rows = [row for late in self.late.values() for row in late]
        worst = max(rows, key=lambda row: row[1])
        ordered = sorted(1000 * row[0] for row in rows)
        half, most = ordered[len(rows) // 2], ordered[len(rows) * 99 // 100]
        print(f"  {len(rows)} answers; median {half:.1f} ms, 99 % {most:.1f} ms; {self.excused} are late by stalls alone")
        if 20 * self.excused > len(rows):
            self.faults.append("too many answers are late by stalls: nothing is known of them")
        print(f"  the latest: {1000 * worst[0]:.1f} ms, {1000 * worst[1]:.1f} less stalls: {worst[2][:160]}")


def compute():
    while True:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bcp")
    parser.add_argument("count", nargs="?", type=int, default=300)
    parser.add_argument("seed", nargs="?", type=int, default=1986)
    parser.add_argument("--limit", type=float, default=200)
    parser.add_argument("--load", type=int, default=0)
    arguments = parser.parse_args()
    busy = [multiprocessing.Process(target=compute, daemon=True) for _ in range(arguments.load)]
    for process in busy:
        process.start()
    with open("/proc/loadavg", encoding="ascii") as load:
        print(f"requests, seed {arguments.seed}, load average {load.read().split()[0]} at the start:")
    judge = Judge([arguments.bcp, "uci"], random.Random(arguments.seed), arguments.limit / 1000)
    try:
        judge.run(arguments.count)
    except AssertionError as error:
        judge.faults.append(str(error))
    judge.report()
    for process in busy:
        process.terminate()
    for fault in judge.faults:
        print(f"  {fault}", file=sys.stderr)
    return 1 if judge.faults else 0


if __name__ == "__main__":
    sys.exit(main())
