"""Figures calculated by hand, and pages and documents with a wrong one: `python3 -m unittest` in this folder."""

import json
import math
import os
import unittest
from fractions import Fraction

import ablate
import documents
import predictions
import report
import rule
from likelihood import gains, probability
from marks import near, shown
from run import Run, differences, even_scale, just_above, ranks, summary, times


def record(number, cycles, paper, **others):
    """Return the record of a position solved after `cycles` cycles, or not at all (None), without a gain."""
    plain = {
        "number": number, "solved": cycles is not None, "cycles": cycles or 9000, "seconds": None, "value": 1,
        "table1_seconds": paper, "footnote": False, "nodes": 10, "iteration_cycles": cycles or 9000, "depth": 2,
        "move": "Qg6", "fen": "8/8/8/8/8/8/8/KQ5k w - -", "best_moves": "Qg6", "iterations": [],
        "run": {"version": "stored", "suite": "", "positions": "1-3", "depth": 40, **dict.fromkeys(
            ("program", "settings", "instruction_table", "criterion", "bcp"), "0")},
    }
    return {**plain, **others}


class Statistics(unittest.TestCase):
    def test_equal_values_share_their_ranks(self):
        self.assertEqual(ranks([3, 1, 3, 7]), [5, 2, 5, 8])

    def test_comparison(self):
        # Ratios 1/2, 2, 4 and 8; their logarithms in units of ln 2 are -1, 1, 2, 3: the mean is 5/4, that of the squares
        # 15/4. Ranks 1 2 3 4 and 1.5 1.5 3 4 deviate by -1.5 -.5 .5 1.5 and -1 -1 .5 1.5.
        found = times([(1, 2), (4, 2), (12, 3), (32, 4)])
        self.assertAlmostEqual(found["mean_ratio"], 2**1.25)
        self.assertAlmostEqual(found["log_deviation"], math.log(2) * math.sqrt(15 / 4 - 25 / 16))
        self.assertAlmostEqual(found["spearman"], 4.5 / math.sqrt(5 * 4.5))
        self.assertEqual([found[f"within_{factor}"] for factor in (2, 3, 5)], [0.5, 0.5, 0.75])
        self.assertIsNone(times([(1, 1)]))

    def test_the_scale_rounds_up_anew(self):
        # Whole seconds become 2, the mean of 1, 2 and 4, just above a scale of 1/0.6.
        time = Fraction(6, 10)
        scale = even_scale([(time, 1), (time, 2), (time, 4)])
        self.assertEqual((scale, just_above(time, scale)), (Fraction(10, 6), 2))
        # Up to a scale of 2 the product is at most 3 times 5, above it 4 times 6; the wanted product is 18.
        self.assertEqual(even_scale([(Fraction(3, 2), 2), (Fraction(5, 2), 9)]), 2)
        self.assertIsNone(even_scale([(time, 1)]))

    def test_summary(self):
        # At 1,000 Hz: 3 s (2.001), 1 s (nothing at all), F; the paper has 3, 1 and F.
        run = Run([record(1, 2001, 3), record(2, 1, 1), record(3, None, None)], 1000, 20)
        found = summary(run)
        self.assertEqual([position.whole for position in run.positions], [3, 1, None])
        counts = [found[name] for name in ("positions", "solved", "table1_solved", "both_unsolved", "tied")]
        self.assertEqual(counts, [3, 2, 2, 1, 1])
        self.assertEqual(found["cycles_per_node"], (2001 + 1 + 9000) / 30)
        self.assertEqual(found["times"]["mean_ratio"], 1)
        # A figure that is wrong, one that is missing, and an interval that deviates.
        for name, wrong in (("solved", 3), ("cycles_per_node", 366.74), ("mates", {})):
            self.assertEqual(len(differences({**found, name: wrong}, found)), 1, name)
        self.assertEqual(differences(found, found), [])
        self.assertEqual(len(differences([0.8, 0.9], [0.82, 0.9], "x_interval")), 1)


class Predictions(unittest.TestCase):
    MADE = {"clock_hz": 1000, "scale": 2.0, "deviation": 0.5}

    def stored(self, clocks):
        positions = [
            {"id": str(at), "clocks": one, "depth": at % 3, "seconds": predictions.predicted(one, self.MADE)}
            for at, one in enumerate(clocks)
        ]
        return {**self.MADE, "positions": positions}

    def test_range(self):
        # The median is 2 x 10 s; exp(1.645 / 2) is 2.2762.
        self.assertEqual(predictions.predicted(10_000, self.MADE), [9, 20, 46])
        self.assertEqual(predictions.predicted(1, self.MADE), [1, 1, 1])
        self.assertIsNone(predictions.predicted(None, self.MADE))

    def test_criteria(self):
        stored = self.stored([1000 * 2**at for at in range(10)] + [None])
        # His times are half of those expected, one more than three times another way, and F in both.
        table = {str(at): 2**at for at in range(10)} | {"10": None}
        self.assertEqual([holds for *_, holds in predictions.judge(stored, table)], [True] * 5)
        turned = {str(at): 2 ** (9 - at) for at in range(10)} | {"10": 7}
        figures = predictions.judge(stored, turned)
        self.assertEqual([holds for *_, holds in figures], [False, False, False, False, True])
        self.assertEqual(figures[0][1], -1)

    def test_the_suite_is_that_of_the_predictions(self):
        with open(predictions.STORED, encoding="utf-8") as file:
            digests = [one["fen_sha256"] for one in json.load(file)["positions"] if one["id"].startswith("BK.")]
        with open(os.path.join(predictions.ROOT, "programs/chess/suite/positions/bratko-kopec.epd"), encoding="utf-8") as file:
            fens = [" ".join(line.split()[:4]) for line in file]
        self.assertEqual([predictions.digest(fen) for fen in fens], digests)

    def test_a_changed_prediction_is_found(self):
        stored = self.stored([1000, None])
        self.assertEqual(list(predictions.faults(stored)), [])
        stored["positions"][0]["seconds"] = [1, 2, 6]
        self.assertEqual(len(list(predictions.faults(stored))), 1)


class Likelihood(unittest.TestCase):
    def test_probabilities(self):
        model = 1.0, 0.4, 0.1, [0.3, 0.7, 0.9, 0.95, 0.99]
        self.assertAlmostEqual(probability((None, []), *model), 0.9 + 0.1 * 0.08)
        self.assertAlmostEqual(probability((None, [(7, 4)]), *model), 0.9 * 0.01 + 0.1 * 0.08)
        # The median is a second, and half of all times are shorter; of an alien's with the median 16 it is two thirds of a
        # deviation more than a half below: the normal distribution has 0.08283 at -ln 16 / 2.
        self.assertAlmostEqual(probability((1, [(1, 4)]), *model), 0.9 * 0.99 / 2 + 0.1 * 0.92 * 0.08283, 5)

    def test_gains(self):
        # Over depth 0, which has two pawns, where the board has nine: nothing, then (the wrong move apart) one and a mate,
        # of which the program's own move is another.
        moves = [("Qb2", 2), ("Qg6", 9), ("Qa1", 10), ("Qg6", 10), ("Qg6", 10), ("Qb7#", 126)]
        iterations = [{"move": move, "value": value} for move, value in moves]
        iterations[-1]["mates"] = ["Qb7#", "Qg6#"]
        found = gains(record(1, 1, 1, iterations=iterations), {"Qg6"})
        self.assertEqual([gain for _, gain in found], [0, 1, 117])

    def test_margins(self):
        own = {"logarithm": -10.0, "aliens": ablate.Aliens({7: 0.9, 8: 0.1, 9: 0.49}), "limit_seconds": 5.0}
        for name, value, wrong in (("logarithm", -10.05, 0), ("logarithm", -10.5, 1), ("aliens", [7], 0), ("aliens", [7, 9], 0),
                                   ("aliens", [7, 8], 1), ("aliens", [], 1), ("limit_seconds", 5.01, 1)):
            self.assertEqual(len(ablate.compare({**own, name: value}, own)), wrong, name)


class Rules(unittest.TestCase):
    def solved(self, iterations, limit, name="the rule: a watch of 600 s"):
        """Return the iteration that solves, as its index, for iterations given by move, gain over depth 0, and
        seconds."""
        made = [{"move": move, "value": 9 + gain, "cycles": 1000 * seconds} for move, gain, seconds in iterations]
        search = rule.Search(record(1, 1, 1, iterations=made, run={"clock_hz": 1000}))
        return rule.solution(search, rule.RULES[name], limit)

    def test_the_watch(self):
        wrong, pawn, two = ("Qa1", 0, 0), ("Qg6", 1, 10), ("Qg6", 2, 500)
        # A gain of two pawns is confirmed; before the confirmation, nothing is known.
        self.assertEqual(self.solved([wrong, two, ("Qg6", 1, 505)], 505), 1)
        self.assertIsNone(self.solved([wrong, two, ("Qg6", 1, 505)], 504))
        # A pawn's gain that remains for another 600 seconds, one that does not, and one that a gain of two pawns
        # overtakes.
        self.assertEqual(self.solved([wrong, pawn, ("Qg6", 1, 20)], 610), 1)
        self.assertIsNone(self.solved([wrong, pawn, ("Qg6", 1, 20)], 609))
        self.assertIsNone(self.solved([wrong, pawn, ("Qg6", 1, 20), ("Qa1", 1, 610)], 2000))
        self.assertEqual(self.solved([wrong, pawn, ("Qg6", 1, 20), two, ("Qg6", 2, 600)], 2000), 3)
        # A mate counts immediately; so does a solution that gains something.
        self.assertEqual(self.solved([wrong, ("Qg6", 110, 3)], 3), 1)
        self.assertEqual(self.solved([wrong, ("Qg6", -1, 3), ("Qg6", 0, 4), ("Qg6", 0, 5)], 604), 2)

    def test_rules_beside_it(self):
        search = [("Qa1", 0, 0), ("Qg6", 1, 1), ("Qa1", 1, 2), ("Qg6", 1, 3), ("Qg6", 2, 4), ("Qg6", 1, 5), ("Qg6", 1, 6)]
        for name, moment, wanted in (("the first pawn", 1, 1), ("a pawn, confirmed", 4, 3), ("two pawns, confirmed", 5, 4),
                                     ("two pawns at once, or a pawn for four iterations", 4, 4)):
            self.assertEqual(self.solved(search, moment, name), wanted, name)
            self.assertIsNone(self.solved(search, moment - 1, name), name)


class Texts(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(list(map(report.value, (124, -126, 3, 0, -2))), ["mate 2", "−mate 1", "+3", "0", "−2"])
        self.assertEqual([report.hundredths(clocks, 4_000_000) for clocks in (4_019_999, 4_020_000)], ["1.00", "1.01"])
        self.assertEqual(report.pace(10, 5) + report.pace(11, 5) + report.pace(1, 6), "evens2f5")

    def test_damaged_page(self):
        run = Run([record(1, 2001, 3), record(2, 1, 1), record(3, None, None)], 1000, 20)
        page = (
            "<body><p data-figure='hero.solved'>2<small> of 3</small></p><table><tr><td class='even'>"
            "<b data-figure='cell.1.ours'>3</b><b data-figure='cell.1.paper'>3</b></td></tr></table>"
            "<p data-figure='trust.tied'>1 of 2</p></body>"
        )
        wrong = lambda html: [line for line in report.compare(html, run)[1] if "not on the page" not in line]
        self.assertEqual(wrong(page), [])
        for right, damaged in (("2<small>", "3<small>"), ("'even'", "'s2'"), ("1 of 2", "1 of 3"), ("trust.tied", "trust.x")):
            self.assertEqual(len(wrong(page.replace(right, damaged))), 1, damaged)
        self.assertIn("card.3.verdict: not on the page", report.compare(page, run)[1])

    def test_damaged_document(self):
        result = {"positions": [record(1, 2001, 3), record(2, 1000, 1)], "clock_hz": 1000, "limit_seconds": 20}
        _, _, check = documents.table1(result)
        text = "a\n<!--= table1 {} -->{}<!--/--> b <!--= other x -->1<!--/-->"
        for figure, right, damaged in (
            ("summary.solved", "2", "3"),
            ("summary.times.within_2 %", "100", "99"),
            ("4000000 / summary.cycles_per_node", "26,658", "26,657"),
            ("positions.number=1.cycles", "2,001", "2001"),
            ("summary.times.spearman_interval.1 .3", "1.000", "0.800"),
        ):
            found = [documents.check_marks([("x.md", text.format(figure, told))], "table1", check)
                     for told in (right, damaged)]
            self.assertEqual([(count, len(wrong)) for count, wrong in found], [(1, 0), (1, 1)], figure)
            self.assertTrue(found[1][1][0].startswith("x.md:2: "))
        missing = documents.check_marks([("x.md", text.format("summary.other", "1"))], "table1", check)
        self.assertIn("there is no summary.other", missing[1][0])

    def test_margins_of_marks(self):
        value = {"a.scale": 2.0, "b.seconds": 300.0}.__getitem__
        slack = lambda path: 0.01 if path == "a.scale" else 0
        self.assertEqual(shown("a.scale * b.seconds .0", value), "600")
        # 3 from the scale, and a half from rounding.
        self.assertTrue(near("603", "a.scale * b.seconds .0", value, slack)[0])
        self.assertFalse(near("604", "a.scale * b.seconds .0", value, slack)[0])


if __name__ == "__main__":
    unittest.main()
