#!/usr/bin/env python3
"""The gain of the book's move, by the main line of a chess engine: it stands in for the claim of the book.

    tests/research/gains/gains.py stockfish >gains.csv && mv gains.csv programs/chess/suite/positions/

For each position with one move of the book, the engine searches the position after it to a fixed depth, with one
thread and an empty table, so that everybody gets the same lines. The gain is the material at the end of the line's
first stretch of five plies without a change, minus that of the position, in the values of the program: pawn 1, knight
and bishop 3, rook 5, queen 9. A line whose material does not come to rest within its first eight plies claims
nothing, and neither does one that wins nothing. The script does not look at the paper's times.
"""

import argparse
import csv
import os
import subprocess
import sys

VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
FILES = "abcdefgh"

# The material must come to rest within `LAST` plies, and stay so for `REST`.
LAST = 8
REST = 5


class Board:
    """The pieces of a position, by square."""

    def __init__(self, fen):
        placement, self.turn, *_ = fen.split()
        self.pieces = {}
        for rank, row in zip("87654321", placement.split("/")):
            file = 0
            for piece in row:
                if piece.isdigit():
                    file += int(piece)
                else:
                    self.pieces[FILES[file] + rank] = piece
                    file += 1

    def material(self, white):
        sides = {True: 0, False: 0}
        for piece in self.pieces.values():
            sides[piece.isupper()] += VALUES[piece.lower()]
        return sides[white] - sides[not white]

    def play(self, move):
        """Play a UCI move. Castling rights and counters have no effect here."""
        start, end, promotion = move[:2], move[2:4], move[4:]
        piece = self.pieces.pop(start)
        if piece in "Pp" and start[0] != end[0] and end not in self.pieces:
            del self.pieces[end[0] + start[1]]
        if piece in "Kk" and abs(FILES.index(start[0]) - FILES.index(end[0])) == 2:
            corner, beside = ("h", "f") if end[0] == "g" else ("a", "d")
            self.pieces[beside + end[1]] = self.pieces.pop(corner + end[1])
        if promotion:
            piece = promotion.upper() if piece.isupper() else promotion
        self.pieces[end] = piece


class Engine:
    """A chess engine that speaks UCI."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = next(line[8:] for line in self.answers("uci", "uciok") if line.startswith("id name "))
        for option in ["Threads value 1", "Hash value 64"]:
            self.tell(f"setoption name {option}")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answers(self, line, last):
        self.tell(line)
        lines = []
        while not lines or not lines[-1].startswith(last):
            answer = self.process.stdout.readline()
            if not answer:
                sys.exit("the engine has ended")
            lines.append(answer.strip())
        return lines

    def line(self, fen, moves, depth):
        """Return the main line after some moves, and whether the side to play is mated at its end."""
        self.tell("ucinewgame")
        self.answers("isready", "readyok")
        self.tell(f"position fen {fen} moves {' '.join(moves)}")
        answers = self.answers(f"go depth {depth}", "bestmove")
        words = next((line.split() for line in reversed(answers) if " pv " in line and "bound" not in line), [])
        if not words:
            return [], False
        mated = "mate" in words and int(words[words.index("mate") + 1]) <= 0
        return words[words.index("pv") + 1 :], mated


def legal_moves(engine, fen):
    """Return the legal moves of a position, in UCI notation."""
    engine.tell(f"position fen {fen}")
    answers = engine.answers("go perft 1", "Nodes searched")
    return [line.split(":")[0] for line in answers if ":" in line and not line.startswith("Nodes")]


def from_san(engine, fen, san):
    """Return the legal move denoted by SAN, in UCI notation."""
    board = Board(fen)
    text = san.rstrip("+#")
    if text in ("O-O", "O-O-O"):
        rank = "1" if board.turn == "w" else "8"
        return f"e{rank}{'g' if text == 'O-O' else 'c'}{rank}"
    text, _, promotion = text.partition("=")
    piece = text[0].lower() if text[0] in "KQRBN" else "p"
    rest = text.lstrip("KQRBN").replace("x", "")
    target, hint = rest[-2:], rest[:-2]
    found = [
        move
        for move in legal_moves(engine, fen)
        if move[2:4] == target
        and board.pieces[move[:2]].lower() == piece
        and all(letter in move[:2] for letter in hint)
        and move[4:] == promotion.lower()
    ]
    if len(found) != 1:
        sys.exit(f"{san} is {len(found)} moves in {fen}")
    return found[0]


def gain(fen, moves):
    """Return the gain of a line for the side that begins; None if its material does not come to rest."""
    board = Board(fen)
    white = board.turn == "w"
    balances = [board.material(white)]
    for move in moves:
        board.play(move)
        balances.append(board.material(white))
    for ply in range(1, LAST + 1):
        rest = balances[ply : ply + REST + 1]
        if len(rest) == REST + 1 and len(set(rest)) == 1:
            return rest[0] - balances[0]
    return None


FOLDER = os.path.dirname(os.path.abspath(__file__))
POSITIONS = os.path.join(FOLDER, "../../../programs/chess/suite/positions/win-at-chess.csv")


def search(name, depth):
    """Write the lines of all positions to standard output."""
    engine = Engine(name)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["position", "gain", "line", "engine", "depth"])
    with open(POSITIONS, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            moves = (row["correction"] or row["book_moves"] or row["best_moves"]).split()
            if len(moves) != 1:
                continue
            fen = row["fen"] + " 0 1"
            first = from_san(engine, fen, moves[0])
            line, is_mate = engine.line(fen, [first], depth)
            line = [first, *line]
            won = gain(fen, line)
            claim = "mate" if is_mate else won if won is not None and won > 0 else ""
            writer.writerow([row["position"], claim, " ".join(line), engine.name, depth])
            sys.stdout.flush()
    engine.tell("quit")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("--depth", type=int, default=20)
    options = parser.parse_args()
    search(options.engine, options.depth)


if __name__ == "__main__":
    main()
