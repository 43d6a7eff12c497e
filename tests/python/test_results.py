"""Results are values that can be copied, stored and sent; Ctrl-C ends the searches that produce them."""

import concurrent.futures
import copy
import multiprocessing
import pickle
import signal
import threading
import time
import unittest

import bcp_laboratory as lab

FORK = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -"
SHARP = "r2rb1k1/pp1q1p1p/2n1p1p1/2bp4/5P2/PP1BPR1Q/1BPN2PP/R5K1 w - -"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


class Sum:
    """A game that adds numbers; two moves with the same text can denote the same number."""

    class Move:
        def __init__(self, add):
            self.add = add

        def __str__(self):
            return "add"

    MOVES = [Move(1), Move(3), Move(2)]

    def __init__(self, total=0, plies=0):
        self.total, self.plies = total, plies

    def moves(self):
        return self.MOVES if self.plies < 4 else []

    def play(self, move):
        return Sum(-self.total - move.add, self.plies + 1)

    def evaluate(self):
        return self.total


class Results(unittest.TestCase):
    def test_the_move_is_the_class_s_own(self):
        for name in ("alpha-beta", "pvs", "mtd", "fast:none"):
            found = lab.search(name, Sum(), depth=3)
            # By hand: each side adds the most for itself.
            self.assertEqual((found.value, found.names[0]), (3, "add"), name)
            self.assertIs(found.move, Sum.MOVES[1], name)
            position = Sum()
            for move in found.line:
                position = position.play(move)
            # The line found by zero-width windows ends at a bound.
            if name != "mtd":
                self.assertEqual((len(found.line), position.total), (3, -3), name)

    def test_no_move_is_none(self):
        for name in ("alpha-beta", "fast:none", "fast:r2", "mtd"):
            found = lab.search(name, Sum(7, plies=4))
            self.assertEqual((found.value, found.move, found.line), (7, None, []), name)

    def test_what_is_completed_before_a_limit_is_kept(self):
        for name in ("fast:r2", "fast:none", "version1", "version2"):
            found = lab.search(name, lab.Chess(SHARP), depth=20, nodes=500)
            self.assertTrue(found.ended and found.depth < 20 and found.value is not None, name)
            again = lab.search(name, lab.Chess(SHARP), depth=found.depth)
            self.assertEqual((again.value, again.move, again.ended), (found.value, found.move, False), name)

    def test_copies_are_equal(self):
        chess, tree = lab.Chess(FORK), lab.Tree("0(0(3 4) 0(2 9))")
        values = [chess, tree]
        values += [lab.search(name, chess, 1, calls=200) for name, _ in lab.searches()]
        values += [lab.search("alpha-beta", tree), lab.search("fast:r2+double", chess, 3)]
        for value in values:
            for same in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
                self.assertEqual(same, value)
                self.assertEqual(repr(same), repr(value))
        trace = values[-1].trace
        self.assertEqual(pickle.loads(pickle.dumps(trace)).text(), trace.text())

    def test_errors_are_copied(self):
        with self.assertRaises(lab.LimitError) as caught:
            lab.search("alpha-beta", lab.Chess(START), 9, nodes=100)
        same = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(same), same.found), (str(caught.exception), caught.exception.found))
        self.assertTrue(same.found.ended)

    def test_other_processes(self):
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            there = [pool.submit(lab.search, name, lab.Chess(FORK), 2) for name in ("pvs", "quiesce-d", "df-pn")]
            limited = pool.submit(lab.search, "pvs", lab.Chess(FORK), 20, nodes=100)
            for name, found in zip(("pvs", "quiesce-d", "df-pn"), there):
                self.assertEqual(found.result(), lab.search(name, lab.Chess(FORK), 2))
            with self.assertRaises(lab.LimitError):
                limited.result()

    def test_ctrl_c_ends_a_search_without_a_class(self):
        # A shell without job control makes its background jobs ignore the signal, and Python then leaves it ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        # Quiescence of the first order terminates without a limit.
        endless = [name for name, _ in lab.searches() if name != "quiesce"]
        for name in endless + ["fast:verified"]:
            with self.subTest(name):
                options = {"calls": 1_000_000} if name == "conspiracy" else {}
                struck = []

                def strike():
                    time.sleep(0.1)
                    struck.append(time.monotonic())
                    signal.raise_signal(signal.SIGINT)

                thread = threading.Thread(target=strike)
                with self.assertRaises(KeyboardInterrupt):
                    thread.start()
                    lab.search(name, lab.Chess(SHARP), 30, nodes=1_000_000_000, **options)
                # It takes a twentieth of a second; a loaded machine needs more.
                self.assertLess(time.monotonic() - struck[0], 5)
                thread.join()
