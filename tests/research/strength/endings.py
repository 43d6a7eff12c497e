#!/usr/bin/env python3
"""Lets `bcp uci` play won endings against Stockfish, with python-chess as arbiter.

    endings.py --count 40 --seconds 30 KQK KRK KPK KRPK

An ending is the white pieces and the black ones, as `KRPK` or `KRPKR`. Positions are random, with a seed that is
printed; White is to play. Those of KPK have the pawn on the sixth or the seventh rank, and are won by a table that is
worked out here; in the others White is so far ahead that nearly all are won. White is `bcp`, Black Stockfish to depth 8.
Draws by repetition and by the fifty-move rule are claimed. Needs the package `chess` from PyPI, and Stockfish.

For each ending it prints the number of wins, and the positions of the others.
"""

import argparse
import collections
import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor

from match import PATIENCE, ROOT, Bcp, chess, find

KINGS = [[to for to in range(64) if chess.square_distance(square, to) == 1] for square in range(64)]


def is_adjacent(one, other):
    return chess.square_distance(one, other) <= 1


def board_of(pieces, turn):
    """Return a board with pieces given as (square, letter)."""
    board = chess.Board(None)
    for square, letter in pieces:
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = turn
    return board


def promotes(white, black, square):
    """Return whether a pawn that becomes a queen or a rook on a square cannot be captured, and it is not stalemate."""
    if is_adjacent(black, square) and not is_adjacent(white, square):
        return False
    kings = [(white, "K"), (black, "k")]
    return any(not board_of([*kings, (square, letter)], chess.BLACK).is_stalemate() for letter in "QR")


def won_pawn_endings():
    """Return the (white king, black king, pawn) that White wins with the move, by working back from promotions."""
    places = [
        (white, black, pawn)
        for pawn in range(8, 56)
        for white in range(64)
        for black in range(64)
        if len({white, black, pawn}) == 3 and not is_adjacent(white, black)
    ]
    won, lost = set(), set()

    def pawn_checks(black, pawn):
        return black // 8 == pawn // 8 + 1 and abs(black % 8 - pawn % 8) == 1

    def wins(white, black, pawn):
        front = pawn + 8
        if front not in (white, black):
            if front >= 56:
                if promotes(white, black, front):
                    return True
            elif (white, black, front) in lost:
                return True
            elif pawn < 16 and front + 8 not in (white, black) and (white, black, front + 8) in lost:
                return True
        return any(
            king != pawn and not is_adjacent(king, black) and (king, black, pawn) in lost for king in KINGS[white]
        )

    def loses(white, black, pawn):
        free = [king for king in KINGS[black] if not is_adjacent(king, white) and not pawn_checks(king, pawn)]
        if not free:
            return pawn_checks(black, pawn)
        return all(king != pawn and (white, king, pawn) in won for king in free)

    before = -1
    while before != len(won) + len(lost):
        before = len(won) + len(lost)
        won.update(at for at in places if at not in won and not pawn_checks(at[1], at[2]) and wins(*at))
        lost.update(at for at in places if at not in lost and loses(*at))
    return won


def positions(ending, count, seed):
    """Return random positions of an ending, with White to play."""
    numbers = random.Random(f"{ending} {seed}")
    if ending == "KPK":
        advanced = sorted(at for at in won_pawn_endings() if at[2] // 8 in (5, 6))
        drawn = numbers.sample(advanced, count)
        return [board_of(zip(at, "KkP"), chess.WHITE) for at in drawn]
    black = ending.index("K", 1)
    letters = ending[:black] + ending[black:].lower()
    found = []
    while len(found) < count:
        squares = numbers.sample(range(64), len(letters))
        if any(letter in "Pp" and not 8 <= square < 56 for square, letter in zip(squares, letters)):
            continue
        board = board_of(zip(squares, letters), chess.WHITE)
        if board.is_valid() and not board.is_game_over() and not loses_a_piece(board):
            found.append(board)
    return found


def loses_a_piece(board):
    """Return whether Black attacks an unprotected white piece, so that White is not certain to win."""
    pieces = [square for square in chess.SQUARES if board.color_at(square) == chess.WHITE]
    return any(board.is_attacked_by(chess.BLACK, s) and not board.is_attacked_by(chess.WHITE, s) for s in pieces)


def play(arguments, board):
    """Play a game from a position; return its end."""
    start = board.fen()
    defender = chess.engine.SimpleEngine.popen_uci(find("stockfish"), timeout=PATIENCE)
    bcp = Bcp(arguments.bcp, arguments.seconds, {"OwnBook": False})
    try:
        while not board.is_game_over(claim_draw=True):
            if board.turn == chess.WHITE:
                board.push(bcp.move(board))
            else:
                board.push(defender.play(board, chess.engine.Limit(depth=arguments.depth)).move)
    finally:
        bcp.close()
        defender.quit()
    return start, board.outcome(claim_draw=True), board.fullmove_number


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("endings", nargs="*", default=["KQK", "KRK", "KPK", "KRPK"])
    parser.add_argument("--bcp", default=str(ROOT / "target/release/bcp"), help="the program")
    parser.add_argument("--count", type=int, default=40, help="positions of each ending")
    parser.add_argument("--seconds", type=int, default=30, help="Z8000 seconds a move")
    parser.add_argument("--depth", type=int, default=8, help="of Stockfish")
    parser.add_argument("--seed", type=int, default=1986, help="of the positions")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="games at a time")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}, {arguments.seconds} Z8000 seconds a move, Stockfish to depth {arguments.depth}")
    missed = 0
    for ending in arguments.endings:
        boards = positions(ending, arguments.count, arguments.seed)
        with ThreadPoolExecutor(arguments.jobs) as pool:
            games = list(pool.map(lambda board: play(arguments, board), boards))
        won = [moves for _, outcome, moves in games if outcome.winner]
        endings = collections.Counter(outcome.termination.name.lower() for _, outcome, _ in games)
        mean = sum(won) / max(1, len(won))
        print(f"{ending}: {len(won)} of {len(games)} won, {mean:.1f} moves; {dict(endings)}", flush=True)
        for start, outcome, _ in games:
            if not outcome.winner:
                missed += 1
                print(f"  {outcome.termination.name.lower()}: {start}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
