"""Material, captures and passes, evaluated by python-chess."""

import os
import sys

import chess

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mates import mates  # noqa: E402

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
WIN = 127


def material(board, side):
    """Return the material of a side minus that of the other, in pawns."""
    return sum(WORTH[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values())


def gain(board, move):
    """Return the gain of a move in pawns, by its capture and its promotion."""
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    promoted = WORTH[move.promotion] - 1 if move.promotion else 0
    return (WORTH[taken] if taken else 0) + promoted


def captures(board, low, high):
    """Return the value for the side to play if both sides only capture, promote to a queen, or stop."""
    best = max(low, material(board, board.turn))
    if best >= high:
        return best
    moves = [move for move in board.legal_moves if gain(board, move) > 0 and move.promotion in (None, chess.QUEEN)]
    for move in sorted(moves, key=lambda move: -gain(board, move)):
        board.push(move)
        best = max(best, -captures(board, -high, -best))
        board.pop()
        if best >= high:
            break
    return best


def passed(board):
    """Return the position after a null move, or None if the king could then be captured."""
    if board.is_check():
        return None
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def quiet(board):
    """Return the value for the side to play after captures; a mate in one is worth more than any material."""
    return WIN if mates(board, 1) else captures(board, -WIN, WIN)
