#!/usr/bin/env python3
"""Plays games of `bcp uci` against other programs, with python-chess as arbiter.

    match.py --games 200 --seconds 30 random stockfish:1500 gnuchess:4

Opponents: `random` (a random legal move), `stockfish:ELO` (UCI_LimitStrength; 0.05 s a move), `gnuchess:DEPTH`, or
any UCI program as `uci:PATH:SECONDS`. Each opening is played twice, with colours changed. Needs the package `chess` from
PyPI, and the opponents on the PATH.

Seconds are the Z8000's, at 4 MHz, unless both sides have a clock, in real time:

    match.py --games 50 --clock 10+0.1 stockfish:1600 stockfish:1700 stockfish:1800

The arbiter counts what must not happen: an illegal move (python-chess refuses it), an answer that does not come, a
program that ends, a flag of bcp's that falls. Any of them makes the exit status 1. A flag of the other side's ends no
game: it is counted, and the clock begins again at 0.
"""

import argparse
import csv
import math
import os
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

try:
    import chess
    import chess.engine
    import chess.pgn
except ImportError:
    print("the Python package `chess` is missing: pip install chess", file=sys.stderr)
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[3]
# Seconds after which a move counts as missing.
PATIENCE = 120


class Clock:
    """The clocks of both sides, which run in real time."""

    def __init__(self, text):
        seconds, _, increment = text.partition("+")
        self.increment = float(increment or 0)
        self.left = {chess.WHITE: float(seconds), chess.BLACK: float(seconds)}

    def limit(self):
        white, black = self.left[chess.WHITE], self.left[chess.BLACK]
        return chess.engine.Limit(white_clock=white, black_clock=black, white_inc=self.increment, black_inc=self.increment)

    def punch(self, side, seconds):
        """Subtract the time of a move from a clock. Return whether its flag fell."""
        falls = seconds > self.left[side]
        self.left[side] = max(0.0, self.left[side] - seconds) + self.increment
        return falls


class Random:
    """A player that chooses any legal move."""

    def __init__(self, seed):
        self.numbers = random.Random(seed)

    def move(self, board, clock):
        return self.numbers.choice(sorted(board.legal_moves, key=str))

    def close(self):
        pass


class Engine:
    """Another program, with its limit per move."""

    def __init__(self, engine, limit):
        self.engine, self.limit = engine, limit

    def move(self, board, clock):
        return self.engine.play(board, clock.limit() if clock else self.limit).move

    def close(self):
        try:
            self.engine.quit()
        except chess.engine.EngineError:
            pass


def opponent(name, seed):
    kind, _, rest = name.partition(":")
    if kind == "random":
        return Random(seed)
    if kind == "stockfish":
        engine = chess.engine.SimpleEngine.popen_uci(find("stockfish"), timeout=PATIENCE)
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": int(rest or 1350)})
        return Engine(engine, chess.engine.Limit(time=0.05))
    if kind == "gnuchess":
        engine = chess.engine.SimpleEngine.popen_uci([find("gnuchess"), "--uci"], timeout=PATIENCE)
        return Engine(engine, chess.engine.Limit(depth=int(rest or 4)))
    if kind == "uci":
        path, _, seconds = rest.rpartition(":")
        engine = chess.engine.SimpleEngine.popen_uci(path, timeout=PATIENCE)
        return Engine(engine, chess.engine.Limit(time=float(seconds)))
    sys.exit(f"there is no opponent `{name}`")


def find(program):
    for folder in [*os.environ["PATH"].split(":"), "/usr/games"]:
        path = os.path.join(folder, program)
        if os.access(path, os.X_OK):
            return path
    sys.exit(f"the program {program} is missing: install it, for example with apt-get")


def openings():
    with open(ROOT / "programs/chess/suite/positions/openings.csv", encoding="utf-8") as file:
        return [row["moves"] for row in csv.DictReader(file)]


class Bcp:
    """The program under test."""

    def __init__(self, path, seconds, options):
        self.engine = chess.engine.SimpleEngine.popen_uci([path, "uci"], timeout=PATIENCE)
        limit = {} if seconds is None else {"Z8000Seconds": seconds}
        self.engine.configure({"OwnBook": False, **limit, **options})

    def move(self, board, clock):
        return self.engine.play(board, clock.limit() if clock else chess.engine.Limit(time=PATIENCE)).move

    def close(self):
        try:
            self.engine.quit()
        except chess.engine.EngineError:
            pass


def play(arguments, name, number):
    """Play a game; return the points of bcp, the end, the faults, the PGN, and the number of the opponent's fallen
    flags."""
    board = chess.Board()
    lines = openings()
    for move in lines[(number // 2) % len(lines)].split():
        board.push_san(move)
    colour = chess.WHITE if number % 2 == 0 else chess.BLACK
    options = dict(option.split("=", 1) for option in arguments.option)
    other = opponent(name, number)
    try:
        bcp = Bcp(arguments.bcp, None if arguments.clock else arguments.seconds, options)
    except BaseException:
        other.close()
        raise
    fault, flags = None, 0
    clock = Clock(arguments.clock) if arguments.clock else None
    try:
        while not board.is_game_over(claim_draw=True) and board.ply() < 2 * arguments.moves:
            player = bcp if board.turn == colour else other
            try:
                began = time.monotonic()
                move = player.move(board, clock)
                if clock and clock.punch(board.turn, time.monotonic() - began):
                    flags += player is other
                    if player is bcp:
                        raise chess.engine.EngineError("its flag fell")
                if move is None or move not in board.legal_moves:
                    raise chess.engine.EngineError(f"no legal move: {move}")
            except (chess.engine.EngineError, TimeoutError, OSError) as error:
                fault = f"game {number} against {name}, {'bcp' if player is bcp else name}: {error!r} in {board.fen()}"
                break
            board.push(move)
    finally:
        bcp.close()
        other.close()
    outcome = board.outcome(claim_draw=True)
    winner = outcome.winner if outcome else None
    points = 0.5 if winner is None else float(winner == colour)
    ending = fault or (outcome.termination.name.lower() if outcome else "broken off")
    game = chess.pgn.Game.from_board(board)
    game.headers["White"], game.headers["Black"] = ("bcp", name) if colour else (name, "bcp")
    game.headers["Event"] = f"bcp at {arguments.clock}" if clock else f"bcp with {arguments.seconds} Z8000 seconds a move"
    return points, ending, fault, game, flags


def elo(score):
    """Return the difference in Elo that corresponds to a score; infinite if all or no points were won."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def match(arguments, name):
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda number: play(arguments, name, number), range(arguments.games)))
    if arguments.pgn:
        with open(arguments.pgn, "a", encoding="utf-8") as file:
            for result in results:
                print(result[3], end="\n\n", file=file)
    points = [result[0] for result in results]
    count = len(points)
    mean = sum(points) / count
    deviation = math.sqrt(sum((p - mean) ** 2 for p in points) / max(count - 1, 1))
    margin = 1.96 * deviation / math.sqrt(count)
    wins, draws = points.count(1.0), points.count(0.5)
    endings = {}
    for result in results:
        endings[result[1]] = endings.get(result[1], 0) + 1
    print(
        f"{name}: {count} games, +{wins} ={draws} -{count - wins - draws}, {100 * mean:.1f} % +- {100 * margin:.1f}, "
        f"{elo(mean):+.0f} Elo ({elo(mean - margin):+.0f} to {elo(mean + margin):+.0f})"
    )
    late = f"; its flag fell {sum(result[4] for result in results)} times" if arguments.clock else ""
    print("  " + ", ".join(f"{ending} {n}" for ending, n in sorted(endings.items())) + late, flush=True)
    return [result[2] for result in results if result[2]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("opponents", nargs="+")
    parser.add_argument("--bcp", default=str(ROOT / "target/release/bcp"), help="the program")
    parser.add_argument("--games", type=int, default=200, help="games against each opponent")
    parser.add_argument("--seconds", type=int, default=30, help="Z8000 seconds a move")
    parser.add_argument("--clock", help="real time: seconds and increment of each side, such as 10+0.1")
    parser.add_argument("--moves", type=int, default=200, help="moves after which a game is broken off as a draw")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at a time")
    parser.add_argument("--option", action="append", default=[], help="an option of bcp uci, NAME=VALUE")
    parser.add_argument("--pgn", help="append the games to this file")
    arguments = parser.parse_args()
    faults = [fault for name in arguments.opponents for fault in match(arguments, name)]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
