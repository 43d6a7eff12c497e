"""Every search agrees with plain minimax in sixty games, however a class tells that two positions are the same."""

import csv
import itertools
import pathlib
import unittest

import bcp_laboratory as lab
import chess

import games

MATES = pathlib.Path(__file__).parents[2] / "programs/chess/suite/positions/mates.csv"

EXACT = ["minimax", "pvs", "alpha-beta", "alpha-beta-memory", "mtd", "sss", "dual", "fast:none", "fast:none+no-moves",
         "fast:none+no-cutoffs"]
# Searches that use deeper entries of their table.
DEEPER = {"fast:none", "fast:none+no-moves"}
PROOFS = ["pn", "pn2", "df-pn"]
# Searches that ask whether two positions are the same; the others ignore keys.
TABLES = {"alpha-beta-memory", "mtd", "sss", "dual", "fast:none", "df-pn"}
NULL_MOVES = ["standard", "verified", "extended", "fast:r2+double", "fast:verified", "fast:extended", "fast:none+layer2",
              "quiesce-d", "nested"]


def searched(names):
    """Yield each search with each style that can make a difference to it."""
    both = itertools.product(games.STYLES, names)
    return [(style, name) for style, name in both if name in TABLES or style is games.Plain]


class Judges(unittest.TestCase):
    def test_values_are_those_of_minimax(self):
        left_out = 0
        for game, rules in games.GAMES.items():
            value = games.minimax(rules, rules.start, rules.depth)
            for style, name in searched(EXACT):
                if rules.cycles and name in DEEPER:
                    left_out += 1
                    continue
                with self.subTest(game, style=style.__name__, search=name):
                    found = lab.search(name, games.position(game, style), rules.depth, nodes=1_000_000)
                    self.assertEqual(found.value, value)
                    # The moves must be those of the class, in sequence.
                    state = rules.start
                    for move in found.line:
                        self.assertIn(move, rules.moves(state))
                        state = rules.play(state, move)
        # For a position that is reached again, a deeper entry of the table contains the value of another depth.
        self.assertEqual(left_out, sum(name in DEEPER for _, name in searched(EXACT)) * sum(rules.cycles for rules in games.GAMES.values()))
        self.assertLess(2 * sum(rules.cycles for rules in games.GAMES.values()), len(games.GAMES))

    def test_proofs_are_proofs(self):
        proved = 0
        for game, rules in games.GAMES.items():
            if game == "amazons":
                continue
            depth = min(rules.depth, rules.proof)
            answer = games.wins(rules, rules.start, depth)
            proved += answer
            for style, name in searched(PROOFS):
                with self.subTest(game, style=style.__name__, search=name):
                    found = lab.search(name, games.position(game, style), depth, nodes=1_000_000)
                    self.assertEqual(found.answer, answer)
                    self.check_line(rules, found, depth)
                    for calls in (1, 7) if style is games.Plain else ():
                        short = lab.search(name, games.position(game, style), depth, nodes=1_000_000, calls=calls)
                        self.assertEqual((short.answer, short.line), (answer, found.line))
        self.assertGreater(proved, 5)

    def check_line(self, rules, found, depth):
        """Check the moves of a proof: each keeps the win, and the last one wins."""
        self.assertEqual(bool(found.line) and found.move == found.line[0], bool(found.answer))
        state, proves = rules.start, True
        for move in found.line:
            self.assertIn(move, rules.moves(state))
            after = rules.play(state, move)
            same = games.same_side(rules, state, after)
            depth -= 1 + (same and bool(rules.moves(after)))
            state, proves = after, proves == same
            self.assertTrue(games.wins(rules, state, max(depth, 0), proves))
        if found.line:
            self.assertEqual(rules.moves(state), [])

    def test_passes_are_made_where_there_are_any(self):
        for game in ("a graph with passes", "chess", "pawns", *(f"cycles with passes {seed}" for seed in range(10, 20))):
            rules = games.GAMES[game]
            depth = 3
            value = games.quiesce(rules, rules.start, depth)
            for style, name in searched(["quiesce-d"]):
                with self.subTest(game, style=style.__name__, search=name):
                    self.assertEqual(lab.search(name, games.position(game, style), depth).value, value)

    def test_no_null_move_in_check(self):
        """The wrapper of python-chess rejects each position in which a king can be captured."""
        for game in ("chess", "an ending", "pawns"):
            for style, name in searched(NULL_MOVES):
                with self.subTest(game, style=style.__name__, search=name):
                    lab.search(name, games.position(game, style), 3, nodes=3_000_000)

    def test_boards(self):
        made = []

        class Board(chess.Board):
            def push(self, move):
                assert move or not self.is_check()
                made.append(move)
                super().push(move)
                assert not self.was_into_check()

        for name, _ in lab.searches():
            # Quiescence without a limit may not terminate.
            if name.startswith("version") or name == "quiesce":
                continue
            with self.subTest(name):
                board = Board("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
                options = {"calls": 300} if name == "conspiracy" else {}
                found = lab.search(name, board, 1 if name in PROOFS else 2, nodes=200_000, **options)
                # One search omits late moves; conspiracy numbers have no depth.
                if name not in ("late", "conspiracy"):
                    self.assertEqual(found.move, chess.Move.from_uci("h5f7"))
                self.assertEqual(board.fullmove_number, 1)
        self.assertTrue(any(not move for move in made))

    def test_mates_in_chess_are_mates(self):
        with open(MATES, encoding="utf-8", newline="") as file:
            rows = [row for row in csv.DictReader(file) if int(row["mate"]) <= 4]
        self.assertGreater(len(rows), 5)
        for row in rows:
            moves = int(row["mate"])
            for name in PROOFS:
                with self.subTest(row["fen"], search=name):
                    found = lab.search(name, lab.Chess(row["fen"]), moves, calls=10)
                    board = chess.Board(row["fen"] + " 0 1" if len(row["fen"].split()) == 4 else row["fen"])
                    for move in found.line:
                        board.push_san(move)
                    self.assertTrue(found.answer and board.is_checkmate())
                    self.assertLessEqual(len(found.line), 2 * moves - 1)
