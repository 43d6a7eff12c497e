"""Forms that a class may take: moves with their own data, attributes instead of methods, moves that are undone."""

import contextlib
import dataclasses
import io
import unittest
from unittest import mock

import bcp_laboratory as lab
import chess
import games

EXACT = ["minimax", "pvs", "alpha-beta", "alpha-beta-memory", "mtd", "sss", "dual", "fast:none", "fast:none+no-moves"]
PROOFS = ["pn", "pn2", "df-pn"]


@dataclasses.dataclass(frozen=True)
class Move:
    source: int
    target: int
    gain: int = dataclasses.field(compare=False, default=0)


@dataclasses.dataclass(frozen=True)
class Take:
    """Men that capture their neighbour; a move knows what it captures in its own position."""

    cells: tuple
    lead: int = 0
    plies: int = 0

    def moves(self):
        size = len(self.cells)
        if self.plies >= 4:
            return []
        return [Move(i, (i + 1) % size, self.cells[(i + 1) % size]) for i in range(size) if self.cells[i]]

    def play(self, move):
        cells = list(self.cells)
        cells[move.target] = cells[move.source]
        cells[move.source] = 0
        return type(self)(tuple(cells), -(self.lead + move.gain), self.plies + 1)

    def evaluate(self):
        return self.lead


def minimax(game, depth):
    moves = game.moves() if depth else []
    return max((-minimax(game.play(move), depth - 1) for move in moves), default=game.evaluate())


class Typed:
    """Equal moves of different types; each position knows only its own type."""

    def __init__(self, plies=0, value=0):
        self.plies, self.value = plies, value

    def moves(self):
        return [] if self.plies == 4 else [(1, 0), (True, False), (1.0, 0.0)][self.plies % 3]

    def play(self, move):
        assert type(move) is type(self.moves()[0]), move
        return Typed(self.plies + 1, -self.value - int(move) * (self.plies + 1))

    def evaluate(self):
        return self.value


class Undone:
    """Tic-tac-toe on a board that is changed by its moves."""

    def __init__(self, cells=(0,) * 9, side=1):
        self.cells, self.side = list(cells), side

    def moves(self):
        return [] if self.evaluate() else [cell for cell in range(9) if not self.cells[cell]]

    def play(self, cell):
        self.cells[cell] = self.side
        self.side = -self.side

    def undo(self, cell):
        self.side = -self.side
        if cell is not None:
            self.cells[cell] = 0

    def passed(self):
        self.side = -self.side
        return self

    def evaluate(self):
        lines = [range(i, i + 3) for i in (0, 3, 6)] + [range(i, 9, 3) for i in range(3)] + [(0, 4, 8), (2, 4, 6)]
        sums = [sum(self.cells[cell] for cell in line) * self.side for line in lines]
        return (3 in sums) - (-3 in sums)


class Keyed(Undone):
    def key(self):
        return tuple(self.cells), self.side


class Copied(Undone):
    """The same game on copies."""

    undo = None

    def play(self, cell):
        after = Copied(self.cells, -self.side)
        after.cells[cell] = self.side
        return after

    def passed(self):
        return Copied(self.cells, -self.side)


class Classes(unittest.TestCase):
    def test_each_position_s_own_moves_are_played(self):
        for start in (Take((3, 1, 4, 0, 5)), Take((2, 2, 7, 1)), Typed()):
            for name in EXACT:
                with self.subTest(start, search=name):
                    found = lab.search(name, start, 4, nodes=1_000_000)
                    self.assertEqual(found.value, minimax(start, 4))
                    position = start
                    for move in found.line:
                        own = {(type(m), repr(m)) for m in position.moves()}
                        self.assertIn((type(move), repr(move)), own)
                        position = position.play(move)
            for name in PROOFS:
                self.assertEqual(lab.search(name, start, 4).answer, minimax(start, 4) > 0, name)

    def test_attributes_and_properties_are_answers(self):
        class Coins:
            """A row of coins: one is taken and the side plays again, or two."""

            def __init__(self, left=5, turn="A", lead=0):
                self.left, self.turn, self.lead = left, turn, lead
                self.key = left, turn, lead

            in_check = False
            captures = property(lambda self: [1] if self.left else [])

            def moves(self):
                return [take for take in (1, 2) if take <= self.left]

            def play(self, take):
                lead = self.lead + (take if self.turn == "A" else -take)
                return Coins(self.left - take, self.turn if take == 1 else "AB"[self.turn == "A"], lead)

            def evaluate(self):
                return self.lead if self.turn == "A" else -self.lead

        for name in EXACT:
            # All five coins are taken one by one.
            self.assertEqual(lab.search(name, Coins(), 12).value, 5, name)

    def test_none_may_be_a_move(self):
        class Stop:
            def __init__(self, plies=0):
                self.plies = plies

            def moves(self):
                return [None] if self.plies == 0 else []

            def play(self, move):
                return Stop(1)

            def evaluate(self):
                return -self.plies

        self.assertEqual([lab.search("pvs", Stop(plies)).line for plies in (0, 1)], [[None], []])

    def test_moves_are_taken_back(self):
        self.assertEqual(lab.search("alpha-beta", Undone(), 9).value, 0)
        for cells in [(1, -1, 0, 0, 0, 0, 0, 0, 0), (1, 1, 0, 0, 0, -1, 0, 0, -1)]:
            for name, _ in lab.searches():
                if name.startswith("version") or name in ("quiesce", "conspiracy"):
                    continue
                with self.subTest(cells, search=name):
                    copied = lab.search(name, Copied(cells), 4)
                    for own in (Undone(cells), Keyed(cells)):
                        found = lab.search(name, own, 4)
                        self.assertEqual((own.cells, own.side), (list(cells), 1))
                        self.assertEqual((found.value, found.answer), (copied.value, copied.answer))
        wrong = Undone()
        wrong.evaluate = lambda: 0 // (wrong.cells[8] == 0)
        with self.assertRaises(ZeroDivisionError):
            lab.search("minimax", wrong, 3)
        self.assertEqual((wrong.cells, wrong.side), ([0] * 9, 1))

    def test_nearer_wins_are_preferred(self):
        class Race:
            """The square of 3 wins; a step has length 1 or 2, or is a pass."""

            def __init__(self, at=0, plies=0, key=True):
                self.at, self.plies = at, plies

            def moves(self):
                return [] if self.at >= 3 else [0, 1, 2] if self.plies % 2 == 0 else [0]

            def play(self, step):
                return Race(self.at + step, self.plies + 1)

            def evaluate(self):
                return (1 if self.plies % 2 == 0 else -1) * (self.at >= 3)

            def key(self):
                return self.at, self.plies % 2

        for name in EXACT:
            # By hand: 1 and 2 win in three plies, from the square of 1 in one.
            self.assertEqual(lab.search(name, Race(), 7, wins=1).value, 999_996, name)
            self.assertEqual(lab.search(name, Race(1), 7, wins=1).value, 999_998, name)
            self.assertEqual(lab.search(name, Race(), 7).value, 1, name)
        all_moves = lab.search("alpha-beta", Race(), 7, wins=1, all_moves=True).moves
        self.assertEqual(all_moves, [(1, 999_996), (2, 999_996), (0, 999_994)])

    def test_all_moves_have_their_values(self):
        for game in ("tic-tac-toe", "kalah", "a graph", "crowning"):
            rules = games.GAMES[game]
            for name in EXACT:
                with self.subTest(game, search=name):
                    found = lab.search(name, games.position(game, games.ByTuple), 3, all_moves=True)
                    self.assertEqual(sorted(move for move, _ in found.moves), sorted(rules.moves(rules.start)))
                    for move, value in found.moves:
                        after = rules.play(rules.start, move)
                        turn = games.same_side(rules, rules.start, after)
                        right = games.minimax(rules, after, 1) if turn else -games.minimax(rules, after, 2)
                        self.assertEqual(value, right)
                    self.assertEqual(found.moves[0][1], found.value)
        answers = lab.search("df-pn", games.position("nim", games.Plain), 9, all_moves=True).moves
        # Heaps of 1, 2 and 4: the four must be reduced to three.
        self.assertEqual([move for move, won in answers if won], [(2, 1)])

    def test_a_game_against_the_user(self):
        """By hand: the user lets the search complete a row, and then wins; the prompt is repeated after a word that is
        not a move."""
        ends = [
            (["0", "x", "1", "8"], "I win", dict(cells=(0, 0, 0, -1, -1, 0, 0, 0, 0))),
            (["2"], "You win", dict(cells=(1, 1, 0, -1, -1, 0, 0, 0, 0))),
        ]
        for typed, says, start in ends:
            with mock.patch("builtins.input", side_effect=typed), contextlib.redirect_stdout(io.StringIO()) as out:
                end = lab.play(Undone(**start), depth=2)
            self.assertTrue(out.getvalue().endswith(f"{says}.\n"), out.getvalue())
            self.assertEqual(end.moves(), [])
        board = chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
        with mock.patch("builtins.input", side_effect=["a1a8"]), contextlib.redirect_stdout(io.StringIO()) as out:
            lab.play(board)
        self.assertIn("You win", out.getvalue())

    def test_progress_is_reported(self):
        told = []
        lab.search("minimax", Undone(), 7, nodes=1_000_000, progress=told.append)
        self.assertTrue(told == sorted(told) and len(told) > 1, told)

        def stop(positions):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            lab.search("minimax", Undone(), 9, nodes=1_000_000, progress=stop)
        for option in ({"wins": 1}, {"all_moves": True}, {"progress": print}):
            with self.assertRaisesRegex(ValueError, "require a class"):
                lab.search("pvs", lab.Chess(), 1, **option)


if __name__ == "__main__":
    unittest.main()
