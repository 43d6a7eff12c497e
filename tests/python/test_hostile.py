"""Classes with every kind of fault cause an error that names it, no crash and no hang."""

import itertools
import signal
import sys
import threading
import time
import unittest

import bcp_laboratory as lab

SEARCHES = [name for name, _ in lab.searches() if not name.startswith("version")] + ["fast:verified", "fast:none+layer2"]


def game(**methods):
    """Return a game of two moves without an end, with some methods replaced."""
    usual = {
        "moves": lambda self: ["left", "right"],
        "play": lambda self, move: type(self)(),
        "evaluate": lambda self: 0,
        "passed": lambda self: type(self)(),
    }
    return type("Bad", (), {**usual, **methods})()


def fails(*_):
    raise ZeroDivisionError("in the class")


class Hostile(unittest.TestCase):
    def refused(self, error, text, position, searches=SEARCHES, **options):
        for name in searches:
            with self.subTest(name), self.assertRaisesRegex(error, text):
                lab.search(name, position, **options)

    def test_exceptions_come_back(self):
        for method in ("moves", "evaluate"):
            quiet = {"pn", "pn2", "df-pn"} if method == "evaluate" else set()
            self.refused(ZeroDivisionError, "in the class", game(**{method: fails}), set(SEARCHES) - quiet)
        self.refused(ZeroDivisionError, "in the class", game(play=fails))
        self.refused(ZeroDivisionError, "in the class", game(passed=fails), ["quiesce", "quiesce-d", "nested"])
        self.refused(ZeroDivisionError, "in the class", game(key=fails))

    def test_an_exception_says_where(self):
        class Deep:
            def __init__(self, path=()):
                self.path = path

            def moves(self):
                return [1, 2]

            def play(self, move):
                return Deep(self.path + (move,))

            def evaluate(self):
                return 1 // (self.path != (1, 2))

        with self.assertRaises(ZeroDivisionError) as caught:
            lab.search("alpha-beta", Deep())
        # Exceptions have notes since Python 3.11.
        if sys.version_info >= (3, 11):
            self.assertEqual(caught.exception.__notes__, ["in a position of Deep, after the moves 1, 2"])

    def test_values_that_are_not_numbers(self):
        for value in ("1", None, 0.5, float("nan"), [1]):
            self.refused(TypeError, "evaluate.. returned", game(evaluate=lambda self, value=value: value), ["pvs", "mtd"])
        for value in (1_000_000, -1_000_000, 10**30, -(2**31), 2**31 - 1):
            self.refused(ValueError, "evaluate.. returned", game(evaluate=lambda self, value=value: value), ["pvs", "mtd"])

    def test_moves_that_are_no_moves(self):
        self.refused(TypeError, "must return a list of moves", game(moves=lambda self: 5))
        self.refused(TypeError, "is not hashable", game(moves=lambda self: [[1], [2]]))
        self.refused(ZeroDivisionError, "in the class", game(moves=lambda self: [type("Move", (), {"__hash__": fails})()]))
        self.refused(ValueError, "duplicate", game(moves=lambda self: [1, 2, 1]))
        self.refused(ValueError, "check that the list is finite", game(moves=lambda self: itertools.count()))

    def test_moves_that_cannot_be_played(self):
        self.refused(TypeError, "play.'left'. returned None", game(play=lambda self, move: None))
        self.refused(ValueError, "returned the same object", game(play=lambda self, move: self))
        shared = ["left", "right"]
        first = lambda self, move: shared.clear() or type(self)()
        self.refused(ValueError, "no longer returns", game(moves=lambda self: list(shared), play=first), ["minimax"])
        self.refused(AttributeError, "'int' object has no attribute", game(play=lambda self, move: 7), ["pvs", "quiesce-d"])

    def test_classes_that_are_no_games(self):
        self.refused(TypeError, "no method moves", object())
        self.refused(TypeError, "no method evaluate", type("Half", (), {"moves": fails, "play": fails})())
        self.refused(TypeError, "Bad is a class", type(game()))

    def test_keys_that_are_no_keys(self):
        self.refused(TypeError, "Bad: key.. returned None", game(key=lambda self: None))
        self.refused(TypeError, "Bad: key.. returned .*, which has no hash .*: use a tuple", game(key=lambda self: ["left"]))

        class Count:
            """A game in which every position has the same key, whatever its moves and its value."""

            def __init__(self, plies=0):
                self.plies = plies

            def moves(self):
                return range(3 - self.plies)

            def play(self, move):
                return Count(self.plies + 1)

            def evaluate(self):
                return self.plies

            def key(self):
                return "always"

        with self.assertRaisesRegex(ValueError, "Count: two positions that its key.. or == treats as equal have"):
            lab.search("alpha-beta-memory", Count(), depth=3)
        with self.assertRaisesRegex(ValueError, "Count: two positions"):
            lab.search("df-pn", Count(), depth=3)

    def test_keys_that_become_wrong(self):
        """After twenty thousand moves, many positions share a key, also in a class that undoes moves."""

        class Heaps:
            played = 0

            def __init__(self, heaps=(9, 9, 9, 9)):
                self.heaps = list(heaps)

            def moves(self):
                return [(at, take) for at, heap in enumerate(self.heaps) for take in range(1, heap + 1)]

            def play(self, move):
                type(self).played += 1
                after = type(self)(self.heaps)
                after.heaps[move[0]] -= move[1]
                return after

            def evaluate(self):
                return sum(self.heaps) if any(self.heaps) else -1

            def key(self):
                return tuple(self.heaps)

        class Late(Heaps):
            def key(self):
                return super().key() if type(self).played < 20_000 else sum(self.heaps) % 3

        class Taken(Late):
            def play(self, move):
                type(self).played += 1
                self.heaps[move[0]] -= move[1]

            def undo(self, move):
                self.heaps[move[0]] += move[1]

        lab.search("alpha-beta-memory", Heaps(), 4, nodes=1_000_000)
        for kind in (Late, Taken):
            for name in ("alpha-beta-memory", "mtd", "fast:none"):
                kind.played = 0
                with self.subTest(kind.__name__, search=name), self.assertRaisesRegex(ValueError, "two positions that its key"):
                    lab.search(name, kind(), 4, nodes=1_000_000)

    def test_attributes_with_the_names_of_hooks(self):
        self.assertEqual(lab.search("fast:r2", game(turn=1, in_check=False, passed=None), depth=4).value, 0)
        self.refused(TypeError, "key.. returned None", game(key=None))
        self.refused(TypeError, "captures.. returned 3, but it must return a list", game(captures=3), ["pvs"])
        self.refused(TypeError, "passed is True: expected a method", game(passed=True), ["quiesce-d"])

    def test_a_position_without_a_hash(self):
        equal = {"__eq__": lambda self, other: self is other, "__hash__": lambda self: hash([])}
        self.refused(TypeError, "Bad: the position has no hash .*: define key", game(**equal))

    def test_hooks_that_are_wrong(self):
        self.refused(ValueError, "Bad: captures.. returned 'up'", game(captures=lambda self: ["up"]), ["pvs"])
        self.refused(TypeError, "Bad: captures.. returned 1, but it must return a list of moves", game(captures=lambda self: 1), ["pvs"])
        self.refused(ValueError, "Bad: passed.. returned a position in which the same side is to play",
                     game(turn=lambda self: 0), ["quiesce-d"])
        for hook in ("in_check", "captures", "turn"):
            self.refused(ZeroDivisionError, "in the class", game(**{hook: fails}), ["pvs", "fast:verified"], depth=3)

    def test_deep_recursion(self):
        def deeper(self):
            return deeper(self)

        self.refused(RecursionError, "recursion", game(evaluate=deeper), ["pvs", "quiesce-d", "fast:r2"])

    def test_options_and_names(self):
        self.refused(ValueError, "unknown search", game(), ["", "pv", "fast:x"])
        for option, value in [("depth", 31), ("depth", -1), ("nodes", 0), ("nodes", -1), ("calls", 0), ("order", 4), ("conspirators", 0)]:
            self.refused(ValueError, f"{option} is {value}", game(), ["pvs"], **{option: value})
        for option, value in [("depth", 1e3), ("nodes", "1"), ("calls", None), ("order", 1.5)]:
            self.refused(TypeError, f"{option} is {value!r}", game(), ["pvs"], **{option: value})
        for option, value in [("order", 1), ("nested", 2), ("conspirators", 3)]:
            self.refused(ValueError, f"the search pvs has no option {option}", game(), ["pvs"], **{option: value})
        self.refused(ValueError, "the search pn has no option captures", game(), ["pn"], captures=True)
        self.refused(TypeError, "dept", game(), ["pvs"], dept=3)
        with self.assertRaisesRegex(ValueError, "character 4"):
            lab.Tree("0(1")

    def test_games_without_an_end(self):
        swings = game(evaluate=lambda self: int(time.perf_counter_ns()) % 7 - 3)
        for name in set(SEARCHES) - {"conspiracy"}:
            with self.subTest(name):
                try:
                    lab.search(name, swings, depth=30, nodes=5_000, calls=1_000)
                except lab.LimitError as error:
                    self.assertRegex(str(error), "within [0-9]+ (positions|plies)")
                    self.assertTrue(error.found.ended and error.found.value is None)
        self.assertTrue(lab.search("conspiracy", swings, calls=1_000).ended)
        self.assertLess(len(lab.search("conspiracy", swings, nodes=1_000).trace), 1_010)

    def test_a_million_nodes(self):
        with self.assertRaisesRegex(lab.LimitError, "within 100[0-9]* positions"):
            lab.search("alpha-beta", game(), depth=30)
        count = itertools.count()
        unique = game(moves=lambda self: [next(count) for _ in range(999)])
        self.refused(ValueError, "more than 1000000 different moves", unique, ["alpha-beta"], depth=3, nodes=10_000_000)
        found = lab.search("alpha-beta", game(), depth=9, nodes=1_000_000, calls=1)
        self.assertEqual((found.value, len(found.trace)), (0, 1))

    def test_ctrl_c_ends_a_search(self):
        # Another thread raises it, as a terminal does; the game waits for it, so that the speed of the machine has no
        # effect.
        strike = threading.Thread(target=signal.raise_signal, args=[signal.SIGINT])

        def moves(self):
            if strike.ident is None:
                strike.start()
                strike.join()
            return ["left", "right"]

        # A shell without job control makes its background jobs ignore the signal, and Python then leaves it ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        with self.assertRaises(KeyboardInterrupt):
            lab.search("alpha-beta", game(moves=moves), depth=30, nodes=100_000)

    def test_threads_with_small_stacks(self):
        class Deep:
            """Endless captures, each of which is better than stopping."""

            def __init__(self, plies=0):
                self.plies = plies

            def moves(self):
                return [1]

            captures = moves

            def play(self, move):
                return Deep(self.plies + 1)

            def passed(self):
                return Deep(self.plies + 1)

            def evaluate(self):
                return -self.plies if self.plies % 2 == 0 else self.plies - 1_000

        self.addCleanup(threading.stack_size, 0)
        for size, error in [(64 * 1024, RuntimeError), (256 * 1024, lab.LimitError)]:
            threading.stack_size(size)
            for name in set(SEARCHES) - {"quiesce", "quiesce-d", "nested", "conspiracy", "pn", "pn2", "df-pn"}:
                raised = []

                def run():
                    try:
                        raised.append(lab.search(name, Deep(), 30, nodes=5_000).ended)
                    except RuntimeError as found:
                        raised.append(type(found))

                thread = threading.Thread(target=run)
                thread.start()
                thread.join()
                self.assertIn(raised, ([error], [True]) if error is lab.LimitError else ([error],), (name, size))

    def test_a_search_within_a_search(self):
        within = game(evaluate=lambda self: lab.search("pvs", lab.Tree("0(1 2)"), depth=1).value)
        self.assertEqual(lab.search("pvs", within).value, 2)

    def test_threads(self):
        values = []
        threads = [threading.Thread(target=lambda: values.append(lab.search("pvs", game(), depth=6).value)) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(values, [0] * 4)
