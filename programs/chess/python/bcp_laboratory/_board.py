"""A chess.Board of python-chess as a game."""

from __future__ import annotations

from typing import Hashable, Iterable, Optional

import chess

# In hundredths of a pawn, by the numbers of python-chess; the king is never taken.
VALUES = {1: 100, 2: 320, 3: 330, 4: 500, 5: 950, 6: 0}
MATE = 100_000


class BoardGame:
    """A board evaluated by material, as a game with captures and with null moves except in check."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board

    def moves(self) -> Iterable[chess.Move]:
        return list(self.board.legal_moves)

    def captures(self) -> Iterable[chess.Move]:
        return list(self.board.generate_legal_captures())

    def play(self, move: chess.Move, /) -> BoardGame:
        board = self.board.copy(stack=False)
        board.push(move)
        return type(self)(board)

    def passed(self) -> Optional[BoardGame]:
        return None if self.board.is_check() else self.play(chess.Move.null())

    def in_check(self) -> bool:
        return self.board.is_check()

    def evaluate(self) -> int:
        board = self.board
        if not any(board.generate_legal_moves()):
            return -MATE if board.is_check() else 0
        own, other = board.occupied_co[board.turn], board.occupied_co[not board.turn]
        value = 0
        for piece, worth in VALUES.items():
            mask = board.pieces_mask(piece, chess.WHITE) | board.pieces_mask(piece, chess.BLACK)
            value += worth * (chess.popcount(mask & own) - chess.popcount(mask & other))
        return value

    def key(self) -> Hashable:
        board = self.board
        if type(board) is not chess.Board:
            return board.epd()
        return (
            board.pawns,
            board.knights,
            board.bishops,
            board.rooks,
            board.queens,
            board.kings,
            board.occupied_co[chess.WHITE],
            board.turn,
            board.clean_castling_rights(),
            board.ep_square if board.has_legal_en_passant() else None,
        )

    def __repr__(self) -> str:
        return self.board.fen()
