"""Boards of python-chess, in all variants: games end as outcome() says, and won endings are won."""

import itertools
import random
import unittest

import bcp_laboratory as lab
import chess
import chess.variant
from bcp_laboratory._board import BoardGame

VARIANTS = [*chess.variant.VARIANTS, lambda: chess.Board.from_chess960_pos(518)]
PROOFS = ["pn", "pn2", "df-pn"]


def played(variant, seed):
    """Return a board after a random game."""
    drawn, board = random.Random(seed), variant()
    while not board.outcome() and board.ply() < 200:
        board.push(drawn.choice(list(board.legal_moves)))
    return board


def value(board, depth):
    """Return what the side to play can force within a number of plies by outcome(): 1 a win, -1 a loss, 0 neither."""
    outcome = board.outcome()
    if outcome or not depth:
        return 0 if not outcome or outcome.winner is None else 1 if outcome.winner == board.turn else -1
    best = -1
    for move in list(board.legal_moves):
        board.push(move)
        best = max(best, -value(board, depth - 1))
        board.pop()
        if best == 1:
            break
    return best


def material(board, men, drawn):
    """Return a random position in which White has these pieces against a king, with White to play."""
    while True:
        board.clear()
        for square, symbol in zip(drawn.sample(range(64), len(men)), men):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        if board.is_valid():
            return board


class Quiet(BoardGame):
    """A board without captures beyond the horizon, since capture sequences in Crazyhouse hardly end."""

    captures = ()


class Boards(unittest.TestCase):
    def test_ends_are_those_of_the_rules(self):
        ends, open_games = set(), 0
        for number, variant in enumerate(VARIANTS):
            for game in range(3):
                end = played(variant, 100 * number + game)
                board = variant()
                with self.subTest(type(board).__name__, game=game):
                    for move in end.move_stack:
                        if board.ply() % 4 == game:
                            position, moves = BoardGame(board), list(board.legal_moves)
                            self.assertEqual(position.moves(), moves)
                            self.assertLessEqual(set(position.captures()), set(moves))
                        board.push(move)
                    outcome, position = board.outcome(), BoardGame(board)
                    if outcome:
                        self.assertEqual((position.moves(), position.captures()), ([], []))
                        self.assertEqual((position.evaluate(), position.passed()), (100_000 * value(board, 0), None))
                        ends.add(outcome.termination.name)
                    open_games += not outcome
        self.assertGreaterEqual(ends, {"CHECKMATE", "VARIANT_WIN", "VARIANT_LOSS"})
        # Games that were cut off have no end to compare.
        self.assertLessEqual(2 * open_games, 3 * len(VARIANTS))

    def test_wins_are_proved_and_preferred(self):
        """Shortly before the end of random games, searches find what outcome() reports after one ply and after two."""
        wins, judged = set(), 0
        for number, variant in enumerate(VARIANTS):
            ends = (played(variant, 1000 * number + game) for game in range(12))
            for board in itertools.islice((end for end in ends if end.outcome() and end.outcome().winner is not None), 2):
                for _ in range(2):
                    board.pop()
                    one, two = value(board, 1), value(board, 2)
                    judged += 1
                    wins |= {type(board).__name__} if two == 1 else set()
                    with self.subTest(type(board).__name__, fen=board.fen()):
                        for name in PROOFS:
                            self.assertEqual(lab.search(name, board, 2).answer, two == 1, name)
                        found = lab.search("alpha-beta", Quiet(board), 1, wins=Quiet.WIN)
                        self.assertEqual((found.value > 900_000) - (found.value < -900_000), one)
        # Four games of each variant; in some, few random games have a winner.
        self.assertGreaterEqual(judged, 3 * len(VARIANTS))
        self.assertGreaterEqual(wins, {"SuicideBoard", "AtomicBoard", "ThreeCheckBoard", "AntichessBoard"})

    def test_a_third_occurrence_and_fifty_moves_are_draws(self):
        """A rook moves back and forth: a side a rook ahead would not repeat the position; the preceding game decides
        what repeats."""
        board = chess.Board("7k/8/8/8/8/8/8/R6K w - - 0 1")
        for move in "a1a2 h8g8 a2a1 g8h8 a1a2 h8g8 a2a1".split():
            board.push_uci(move)
        root = BoardGame(board)
        self.assertTrue(root.moves())
        repeated, other = (root.play(chess.Move.from_uci(move)) for move in ("g8h8", "g8f7"))
        self.assertTrue(repeated.board.fen().startswith("7k/8/8/8/8/8/8/R6K w"))
        self.assertEqual((repeated.moves(), repeated.evaluate()), ([], 0))
        self.assertTrue(other.moves() and other.evaluate() > 0)
        late = BoardGame(chess.Board("7k/8/8/8/8/8/8/R6K w - - 99 90"))
        self.assertEqual((len(late.moves()) > 9, late.play(chess.Move.from_uci("a1a2")).moves()), (True, []))

    def test_won_endings_are_won(self):
        for men in ("KkQ", "KkR", "KkQR"):
            drawn = random.Random(1)
            for _ in range(3):
                board = material(chess.Board(), men, drawn)
                start = board.fen()
                while not (board.outcome() or board.is_repetition(3) or board.is_fifty_moves()):
                    if board.turn:
                        board.push(lab.search("alpha-beta", board, 3, calls=1).move)
                    else:
                        board.push(drawn.choice(list(board.generate_legal_captures()) or list(board.legal_moves)))
                self.assertTrue(board.is_checkmate(), start)


if __name__ == "__main__":
    unittest.main()
