#!/usr/bin/env python3
"""Random games and FENs, sent to `bcp uci` as GUIs send them; python-chess judges every answer.

    tests/uci/positions.py BCP [COUNT [SEED]]

A FEN has random castling rights, en passant squares and counters, most of them wrong. No `bestmove` may be illegal, no `pv`
may hold a move that cannot be played, no score may have the wrong sign, and no announced mate may be none. Mates too deep
for the judge are counted, and at most one of 20 may be.
Exit status: 0 all is well, 1 it is not.
"""

import collections
import os
import random
import subprocess
import sys

import chess

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mates import Unknown, is_mated, mates  # noqa: E402

NAMES = ["cp", "mate"]


class Engine:
    """The engine, connected by pipes."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def answer(self):
        """Return the lines up to `bestmove`."""
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, "the engine has ended"
            lines.append(line.rstrip("\n"))
            if line.startswith("bestmove"):
                return lines


def is_mate(board, move, number):
    """Return whether an announced mate is one; None if deciding this takes too many positions."""
    try:
        return is_mated(board, -number) if number < 0 else mates(board, number, move)
    except Unknown:
        return None


def score(words):
    """Return the kind of a score, and its number."""
    at = words.index("score")
    kind, number = words[at + 1], int(words[at + 2])
    assert kind in NAMES, words
    return kind, number


def faults(board, lines):
    """Return the faults in an answer to a position, and the numbers of lines judged, and of mates by what is known of
    them."""
    found, tried = [], collections.Counter()
    best = lines[-1].split()
    legal = list(board.legal_moves)
    if not legal:
        if best[1] != "0000":
            found.append(f"a move without one: {lines[-1]}")
        return found, tried
    if best[1] == "0000" or chess.Move.from_uci(best[1]) not in legal:
        return [f"illegal: {lines[-1]}"], tried
    if len(best) > 2:
        board.push_uci(best[1])
        if chess.Move.from_uci(best[3]) not in board.legal_moves:
            found.append(f"illegal ponder: {lines[-1]}")
        board.pop()
    for line in lines:
        words = line.split()
        if words[:2] == ["info", "string"] or "score" not in words:
            continue
        after = board.copy()
        line_of = words[words.index("pv") + 1 :] if "pv" in words else []
        for text in line_of:
            move = chess.Move.from_uci(text)
            if move not in after.legal_moves:
                found.append(f"a pv that cannot be played: {line}")
                break
            after.push(move)
        kind, number = score(words)
        tried["lines"] += 1
        first = chess.Move.from_uci(line_of[0]) if line_of else None
        if kind == "mate":
            judged = is_mate(board, first, number)
            tried["mates not judged" if judged is None else "mates"] += 1
            if judged is False:
                found.append(f"a mate that is none: {line}")
        # The sign of the value that the board has when the line ends by mate.
        if after.is_checkmate():
            winner_plays = len(line_of) % 2 == 1
            if number == 0 or (number > 0) != winner_plays:
                found.append(f"the wrong sign: {line}")
    return found, tried


def odd_fen(board, chance):
    """Return the FEN of a position with random rights and counters."""
    placement, side = board.board_fen(), "w" if board.turn else "b"
    rights = "".join(letter for letter in "KQkq" if chance.random() < 0.6) or "-"
    square = chance.choice(["-", "-", chess.square_name(chance.randrange(64))])
    if board.ep_square is not None and chance.random() < 0.5:
        square = chess.square_name(board.ep_square)
    halfmoves = chance.choice([0, 3, 49, 99, 100, 150, 5000, -1, 99999999999])
    fullmoves = chance.choice([0, 1, 40, 9999, -7, 99999999999])
    fields = [placement, side, rights, square, str(halfmoves), str(fullmoves)]
    shown = fields[: chance.choice([2, 3, 4, 5, 6, 6, 6, 6])]
    return chance.choice([" ", " ", " ", "_", "  "]).join(shown)


def meant(fen):
    """Return the position that an imprecise FEN denotes, by python-chess: impossible rights are omitted."""
    fields = fen.replace("_", " ").split()
    rights = fields[2] if len(fields) > 2 else "-"
    square = fields[3] if len(fields) > 3 else "-"
    board = chess.Board(f"{fields[0]} {fields[1]} {rights} - 0 1")
    board.castling_rights = board.clean_castling_rights()
    if square != "-":
        board.ep_square = chess.parse_square(square)
        if not board.has_legal_en_passant():
            board.ep_square = None
    halfmoves = int(fields[4]) if len(fields) > 4 else 0
    board.halfmove_clock = min(max(halfmoves, 0), 100)
    return board


def random_board(chance):
    """Return a position from a random game, more often late than early."""
    board = chess.Board()
    for _ in range(chance.randrange(120)):
        moves = list(board.legal_moves)
        if not moves:
            board.pop()
            break
        board.push(chance.choice(moves))
    return board


def mating_board(chance):
    """Return a position of few pieces with a mate in two for one side or the other."""
    while True:
        board = chess.Board(None)
        pieces = [chess.Piece(chess.KING, True), chess.Piece(chess.KING, False)]
        pieces += [chess.Piece(chance.choice([chess.QUEEN, chess.ROOK]), True) for _ in range(2)]
        for square, piece in zip(chance.sample(range(64), 4), pieces):
            board.set_piece_at(square, piece)
        board.turn = chance.random() < 0.6
        if board.is_valid() and not board.is_game_over() and (mates(board, 2) if board.turn else is_mated(board, 2)):
            return board if chance.random() < 0.5 else board.mirror()


def case(number, chance):
    """Return a `position` command, and the position that it denotes."""
    if number % 5 == 4:
        board = mating_board(chance)
        return f"position fen {board.fen()}", board
    board = random_board(chance)
    if number % 2:
        moves = " ".join(move.uci() for move in board.move_stack)
        return f"position startpos moves {moves}" if moves else "position startpos", board
    fen = odd_fen(board, chance)
    board = meant(fen)
    text = f"position fen {fen}"
    moves = list(board.legal_moves)
    if moves and chance.random() < 0.5:
        board.push(chance.choice(moves))
        text += f" moves {board.peek().uci()}"
    return text, board


def main():
    command = [sys.argv[1], "uci"]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1986)
    engine = Engine(command)
    limits = ["depth 1", "depth 3", "depth 4", "nodes 300", "nodes 2000", "depth 2"]
    wrong, judged = 0, collections.Counter()
    for number in range(count):
        text, board = case(number, chance)
        tactics = "tactics" if chance.random() < 0.4 else "game"
        engine.send(f"setoption name Search value {tactics}")
        engine.send(f"setoption name MultiPV value {chance.choice([1, 1, 3])}")
        engine.send(text)
        engine.send(f"go {chance.choice(limits)}")
        lines = engine.answer()
        found, tried = faults(board, lines)
        judged += tried
        for fault in found:
            wrong += 1
            print(f"{text}\n  {tactics}: {fault}", file=sys.stderr)
    engine.send("quit")
    print(f"{count} games and FENs, {dict(judged)}: {wrong} faults")
    few = judged["lines"] < count or 10 * judged["mates"] < count or 20 * judged["mates not judged"] > judged["mates"]
    return 1 if wrong or few or engine.process.wait() else 0


if __name__ == "__main__":
    sys.exit(main())
