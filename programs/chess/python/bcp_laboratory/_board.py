"""A board of python-chess, of any variant, as a game."""

from __future__ import annotations

from collections import Counter
from typing import Hashable, Iterable, Optional

import chess

# Hundredths of a pawn by the piece numbers of python-chess. The king is never captured, except in Antichess.
VALUES = {1: 100, 2: 320, 3: 330, 4: 500, 5: 950, 6: 0}
# The clock of reversible moves matters only near the 50-move rule: searches with a table go 30 plies deep.
CLOCK = 60


class BoardGame:
    """A board evaluated by material, as a game with captures and with null moves except in check.

    The game ends as outcome() says. After the root, it is also drawn where a side may claim that: by the 50-move rule,
    or because the position has occurred twice in the game that led to the root.
    """

    WIN = 100_000

    def __init__(self, board: chess.Board, root: Optional[BoardGame] = None) -> None:
        self.board = board
        self._root = root
        self._twice: frozenset[str] = _twice(board) if root is None else root._twice
        self._judged: Optional[tuple[bool, int, bool]] = None

    def _over(self) -> tuple[bool, int, bool]:
        """Return the value if the game is over, and whether this needs a claim."""
        if self._judged is None:
            board, outcome = self.board, self.board.outcome()
            claimed = False
            if outcome is None and self._root is not None:
                claimed = board.halfmove_clock >= 100 or bool(self._twice) and board.epd() in self._twice
            value = 0
            if outcome is not None and outcome.winner is not None:
                value = self.WIN if outcome.winner == board.turn else -self.WIN
            self._judged = outcome is not None or claimed, value, claimed
        return self._judged

    def moves(self) -> Iterable[chess.Move]:
        return [] if self._over()[0] else list(self.board.legal_moves)

    def captures(self) -> Iterable[chess.Move]:
        return [] if self._over()[0] else list(self.board.generate_legal_captures())

    def play(self, move: chess.Move, /) -> BoardGame:
        board = self.board.copy(stack=False)
        board.push(move)
        return type(self)(board, self._root or self)

    def passed(self) -> Optional[BoardGame]:
        return None if self._over()[0] or self.board.is_check() else self.play(chess.Move.null())

    def in_check(self) -> bool:
        return self.board.is_check()

    def evaluate(self) -> int:
        board = self.board
        over, value, _ = self._over()
        if over:
            return value
        own, other = board.occupied_co[board.turn], board.occupied_co[not board.turn]
        for piece, worth in VALUES.items():
            mask = board.pieces_mask(piece, chess.WHITE) | board.pieces_mask(piece, chess.BLACK)
            value += worth * (chess.popcount(mask & own) - chess.popcount(mask & other))
        if board.uci_variant == "chess":
            value += _driven(board, not board.turn) - _driven(board, board.turn)
        return value

    def key(self) -> Hashable:
        board = self.board
        state = max(board.halfmove_clock, CLOCK), bool(self._twice) and self._over()[2]
        if type(board) is not chess.Board:
            return board.epd(), state
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
            state,
        )

    def __repr__(self) -> str:
        return self.board.fen()

    def _repr_html_(self) -> str:
        return self.board._repr_svg_()


def _driven(board: chess.Board, side: chess.Color) -> int:
    """Return how far a lone king has been driven from the centre, and how near the other king is."""
    king, other = board.king(side), board.king(not side)
    if board.occupied_co[side] & ~board.kings or board.pawns or king is None or other is None:
        return 0
    file, rank = chess.square_file(king), chess.square_rank(king)
    edge = max(3 - file, file - 4) + max(3 - rank, rank - 4)
    return 10 * edge + 4 * (14 - chess.square_manhattan_distance(king, other))


def _twice(board: chess.Board) -> frozenset[str]:
    """Return the positions that have occurred twice since the last capture or pawn move."""
    board = board.copy()
    counts = Counter([board.epd()])
    for _ in range(min(len(board.move_stack), board.halfmove_clock)):
        board.pop()
        counts[board.epd()] += 1
    return frozenset(position for position, count in counts.items() if count > 1)
