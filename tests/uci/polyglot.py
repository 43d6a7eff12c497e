#!/usr/bin/env python3
"""An engine behind polyglot at its defaults, as XBoard drives it on Debian: ponder misses, analysis, a whole game.

    tests/uci/polyglot.py COMMAND        such as 'target/release/bcp uci', or stockfish

It waits for what has to come, and never judges by the clock: a search that does not answer within minutes hangs.
Exit status: 0 all is well, 1 it is not.
"""

import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading

import chess

# No answer takes this long on any machine; an answer that has not come by then never comes.
FOREVER = 300

# Positions to analyse, from a quiet game.
ANALYSED = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Be3 Be6 f4 Qc7".split()


class Polyglot:
    """Polyglot with an engine, driven as by XBoard."""

    def __init__(self, command, log):
        polyglot = shutil.which("polyglot", path=os.environ["PATH"] + ":/usr/games")
        line = [polyglot, "-noini", "-ec", command, "-log", "true", "-lf", log]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        self.said = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, *commands):
        """Send several lines in one write."""
        self.process.stdin.write("".join(command + "\n" for command in commands))
        self.process.stdin.flush()

    def wait(self, wanted, what):
        """Return the value that `wanted` extracts from the first line that contains one."""
        while True:
            try:
                line = self.lines.get(timeout=FOREVER)
            except queue.Empty:
                line = None
            if line is None:
                last = "\n".join(self.said[-20:])
                raise AssertionError(f"{what} does not come; the last lines are:\n{last}")
            self.said.append(line)
            value = wanted(line)
            if value is not None:
                return value

    def move(self, board):
        """Return the engine's move, which must be legal."""
        text = self.wait(lambda line: line[5:] if line.startswith("move ") else None, f"a move in {board.fen()}")
        move = board.parse_uci(text) if text[1:2].isdigit() else board.parse_san(text)
        board.push(move)


def begins(line, board):
    """Return the first move of a line of analysis if a search of this position begins with this line, at depth one."""
    words = line.split()
    if len(words) < 5 or not all(word.lstrip("+-").isdigit() for word in words[:4]) or words[0] != "1":
        return None
    try:
        return board.parse_san(words[4])
    except ValueError:
        return None


def misses(polyglot, chance, log):
    """Play games in which the engine ponders, mostly on a move that does not come."""
    moves = 0
    for _ in range(3):
        board = chess.Board("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4")
        polyglot.send("new", "hard", "post", "level 0 2 0", f"setboard {board.fen()}")
        polyglot.send("time 1000", "otim 1000", "go")
        polyglot.move(board)
        while len(board.move_stack) < 16 and not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            board.push(move)
            if board.is_game_over():
                break
            polyglot.send("time 1000", "otim 1000", move.uci())
            polyglot.move(board)
            moves += 1
        polyglot.send("force")
    with open(log, encoding="utf-8", errors="replace") as lines:
        sent = [line for line in lines if "Adapter->Engine:" in line]
    pondered = sum("Engine: go" in line and "ponder" in line for line in sent)
    hits = sum("ponderhit" in line for line in sent)
    print(f"  ponder: {moves} moves, {pondered} ponder searches, {hits} hits")
    assert pondered - hits >= 5, "there were too few ponder misses for a verdict"


def analysis(polyglot):
    """Analyse positions in sequence: each must have its own lines."""
    board = chess.Board()
    polyglot.send("new", "force", "post", "analyze")
    for san in ANALYSED:
        polyglot.wait(lambda line: begins(line, board), f"a line of {board.fen()}")
        polyglot.send(board.push_san(san).uci())
    polyglot.wait(lambda line: begins(line, board), f"a line of {board.fen()}")
    polyglot.send("exit")
    print(f"  analysis: {len(ANALYSED) + 1} positions")


def game(polyglot, chance):
    """Play a whole game against random moves."""
    board = chess.Board()
    polyglot.send("new", "easy", "nopost", "level 0 2 1", "sd 3")
    while not board.is_game_over(claim_draw=True):
        move = chance.choice(list(board.legal_moves))
        board.push(move)
        polyglot.send("time 12000", "otim 12000", move.uci())
        if board.is_game_over(claim_draw=True):
            break
        polyglot.move(board)
    print(f"  game: {len(board.move_stack)} plies, {board.result(claim_draw=True)}")
    assert board.result(claim_draw=True) != "1-0", "chance has won"
    polyglot.send("force")


def main():
    command = sys.argv[1]
    print(f"{command} behind polyglot:")
    chance = random.Random(1986)
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        polyglot = Polyglot(command, log)
        try:
            polyglot.send("xboard", "protover 2")
            polyglot.wait(lambda line: True if "done=1" in line else None, "the end of the features")
            misses(polyglot, chance, log)
            analysis(polyglot)
            game(polyglot, chance)
            polyglot.send("quit")
            assert polyglot.process.wait(timeout=FOREVER) == 0, "polyglot has failed"
        except AssertionError as error:
            print(f"{command}: {error}", file=sys.stderr)
            return 1
        finally:
            polyglot.process.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
