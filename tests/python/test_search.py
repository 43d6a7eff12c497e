"""A class searched by every search of the laboratory."""

import copy
import json
import pickle
import re
import unittest

import bcp_laboratory as lab
import chess

ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"]
FORK = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -"
# Unlike the other searches, these need a pass.
QUIESCENCE = {"quiesce", "quiesce-d", "nested"}
PROOFS = {"pn", "pn2", "df-pn"}
CHESS = {"version1", "version2"}


class TicTacToe:
    def __init__(self, own="", other=""):
        self.own, self.other = own, other

    def moves(self):
        return [] if self.evaluate() else [place for place in "012345678" if place not in self.own + self.other]

    def play(self, place):
        return TicTacToe(self.other, self.own + place)

    def evaluate(self):
        return -1 if any(set(row) <= set(self.other) for row in ROWS) else 0

    def key(self):
        return frozenset(self.own), frozenset(self.other)


class Passing(TicTacToe):
    def play(self, place):
        return Passing(self.other, self.own + place)

    def passed(self):
        return Passing(self.other, self.own)

    # After a pass, the completed row may be that of the side to play.
    def evaluate(self):
        return super().evaluate() - TicTacToe(self.other, self.own).evaluate()


# A corner against an edge is a win in five plies: the centre makes a double threat.
WON = TicTacToe("0", "1")


class Searches(unittest.TestCase):
    def test_every_search_runs(self):
        names = {name for name, _ in lab.searches()}
        self.assertEqual(len(names), 20)
        for name in names - QUIESCENCE - PROOFS - CHESS - {"conspiracy"} | {"fast:none", "fast:verified"}:
            with self.subTest(name):
                found = lab.search(name, WON, depth=5)
                self.assertEqual(found.value, 1)
                self.assertTrue(found.line)
                self.assertFalse(found.ended)
        for name in PROOFS:
            self.assertTrue(lab.search(name, WON, depth=5).answer)
            self.assertFalse(lab.search(name, WON, depth=3).answer)
        for name in QUIESCENCE:
            self.assertEqual(lab.search(name, Passing("01", "48")).value, 1, name)
            with self.assertRaisesRegex(ValueError, "in which a side can pass"):
                lab.search(name, WON)
        for name in CHESS:
            with self.assertRaisesRegex(ValueError, "only chess"):
                lab.search(name, WON)
        self.assertEqual(lab.search("conspiracy", lab.Tree("0(5(3! 4!) 2)")).value, 3)

    def test_nobody_wins_from_the_empty_board(self):
        with_key = lab.search("alpha-beta-memory", TicTacToe(), depth=9)
        self.assertEqual((with_key.value, len(with_key.line) <= 9), (0, True))
        plain = lab.search("alpha-beta", TicTacToe(), depth=9)
        self.assertEqual(plain.value, 0)
        self.assertLess(with_key.positions, plain.positions / 2)

    def test_traces_are_those_of_the_laboratory(self):
        found = lab.search("alpha-beta", lab.Tree("0(0(3 4) 0(2 9))"))
        self.assertEqual((found.value, found.line, found.positions), (3, ["1", "1"], 6))
        # Without a depth, the whole tree is searched: the last of three plies is the first player's.
        deep = lab.Tree("0(0(1(5 7)))")
        self.assertEqual([lab.search("minimax", deep, depth).value for depth in (None, 2)], [7, 1])
        trace = json.loads(found.trace.json())
        self.assertEqual((trace["format"], trace["version"]), ("bcp-lab-trace", 1))
        self.assertEqual(len(trace["nodes"]), len(found.trace))
        self.assertIn("2  [-inf, -3]  depth 1  = -2  cut-off", found.trace.text())
        self.assertTrue(found.trace.page().startswith("<!doctype html>"))
        self.assertIn('<iframe srcdoc="<!doctype', found.trace._repr_html_())

    def test_positions_are_drawn_by_their_class(self):
        class Heap:
            def __init__(self, left=3):
                self.left = left

            def moves(self):
                return range(1, min(2, self.left) + 1)

            def play(self, taken):
                return type(self)(self.left - taken)

            def evaluate(self):
                return -(self.left == 0)

            def _repr_html_(self):
                return f"<b>{self.left} left</b>"

        class Taken(Heap):
            def play(self, taken):
                self.left -= taken

            def undo(self, taken):
                self.left += taken

        for kind in (Heap, Taken):
            position = kind()
            trace = lab.search("minimax", position, 3).trace
            data = re.search('id="data">(.*?)</script>', trace.page())
            nodes = json.loads(data[1])["nodes"]
            for node in nodes:
                above, taken = node, []
                while above["parent"] is not None:
                    taken += map(int, above["moves"])
                    above = nodes[above["parent"]]
                self.assertEqual(node["html"], f"<b>{3 - sum(taken)} left</b>")
            self.assertEqual(position.left, 3)
            self.assertNotIn("html", trace.json())
        self.assertIn("svg", lab.search("pvs", chess.Board(), 1).trace.page())

    def test_chess_by_fen(self):
        fork = lab.search("quiesce-d", lab.Chess(FORK))
        self.assertEqual((fork.value, fork.line[0]), (3, "Nc7+"))
        self.assertEqual(lab.search("pn", lab.Chess("6k1/5ppp/8/8/8/8/5PPP/1R4K1 w - -"), depth=1).line, ["Rb8#"])
        for name, _ in lab.searches():
            self.assertGreater(len(lab.search(name, lab.Chess("4k3/8/8/8/8/8/4P3/4K3 w - -"), calls=500).trace), 1, name)

    def test_chess_as_a_class(self):
        """Twenty moves and 400 positions after two plies are the published perft of the initial position."""
        start = lab.Chess()
        self.assertEqual(len(start.moves()), 20)
        self.assertEqual(sum(len(start.play(m).moves()) for m in start.moves()), 400)
        self.assertEqual(start.evaluate(), start.play("Nf3").play("Nf6").play("Ng1").play("Ng8").evaluate())
        mated = lab.Chess("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -")
        self.assertEqual((mated.moves(), mated.evaluate()), ([], -100_000))
        with self.assertRaisesRegex(ValueError, "Ke5"):
            start.play("Ke5")
        with self.assertRaisesRegex(TypeError, "expected SAN"):
            start.play(7)
        with self.assertRaisesRegex(ValueError, "FEN '8/8'"):
            lab.Chess("8/8")
        self.assertIsNone(mated.passed())

    def test_ratios_have_margins(self):
        nodes = [(120, 200), (80, 190), (300, 310), (45, 100), (150, 260)]
        ratio, low, high = lab.ratio(nodes)
        self.assertAlmostEqual(ratio, 695 / 1060)
        self.assertTrue(low < ratio < high)
        for few in ([], [(1, 1)], [(1, 0), (2, 0)], [(2**64, 1), (1, 1)], [(-1, 1), (1, 1)]):
            with self.assertRaises(ValueError):
                lab.ratio(few)
