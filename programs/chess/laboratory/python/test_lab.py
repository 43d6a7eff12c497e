"""Tests of the readers, tables and plots, with results made up by hand."""

import json
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

import errors
import lab
import plots
import redraw
import svg
import tables


def record(position, search, nodes):
    iterations = [{"depth": at, "nodes": count, "solved": True} for at, count in enumerate(nodes, 1)]
    return {"position": position, "search": search, "iterations": iterations, "run": {"suite": "x"}}


class Files(unittest.TestCase):
    """Results in files."""

    def file(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "results"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def json(self, rows, **settings):
        return self.file(json.dumps({"hash": "", "settings": settings, "rows": rows}))


class Readers(Files):
    def test_positions_that_a_search_lacks_and_torn_lines_are_left_out(self):
        records = [record(1, "r2", [10, 30]), record(1, "verified", [10, 20]), record(2, "r2", [9, 9])]
        text = "".join(json.dumps(one) + "\n" for one in records) + '{"position": 3'
        rows = lab.comparisons([self.file(text)])
        self.assertEqual({row["position"] for row in rows}, {1})
        self.assertEqual(lab.by_position(rows, "r2", 2), {1: 30})
        text = tables.nodes([self.file("".join(json.dumps(one) + "\n" for one in records[:2]))])
        self.assertIn("| 2 | 30 (+50.00%, +50..+50), solved 1 | 20, solved 1 |", text)

    def test_margins_are_those_of_the_normal_distribution(self):
        # Zeros and ones in equal numbers: 95 of 100 means of 400 lie within 1.96 * 0.5 / 20 of 0.5.
        low, high = lab.margins([0, 1] * 200, lambda items: sum(items) / len(items))
        self.assertAlmostEqual(low, 0.451, delta=0.006)
        self.assertAlmostEqual(high, 0.549, delta=0.006)
        self.assertIsNone(lab.margins([1, 2], lambda items: None))

    def test_the_contrast_of_the_papers_growth(self):
        # Table 5 of 2002, WCS, depths 8 to 10: verified, and R = 2 with 13.55 % less, 47.38 % and 46.75 % more.
        verified = [906_225_552, 2_539_057_043, 7_889_544_754]
        r2 = [verified[0] * 0.8645, verified[1] * 1.4738, verified[2] * 1.4675]
        # By hand: (4.777 / 3.094) / (2.802 / 3.107).
        self.assertAlmostEqual(lab.contrast((*r2, *verified)), 1.712, places=2)

    def test_parity_has_a_row_for_each_option_of_both_searches(self):
        def counted(position, search, nodes):
            one = record(position, search, [position * count for count in nodes])
            for iteration in one["iterations"]:
                iteration.update(cut_nodes=10, null_cut_nodes=7)
            return json.dumps(one) + "\n"

        searches = {"r2": [1, 3, 12, 36], "r2+tempo": [1, 3, 9, 27]}
        searches.update(dict.fromkeys(("verified", "r2+hard", "verified+hard"), [1, 3, 9, 27]))
        text = "".join(counted(position, *one) for position in (1, 2) for one in searches.items())
        table = tables.parity([self.file(text)])
        same = " | ".join(["1.00 1.00..1.00"] * 5)
        self.assertIn(f"| hard | 70.0, 70.0 | 3.00, 3.00 | 3.00, 3.00 | {same} |", table)
        # By hand: (12 / 3) / (36 / 12) in sum and mean, (9 / 2) / (24 / 9) by iterations, 12 / 9, 36 / 27.
        other = " | ".join(f"{one} {one}..{one}" for one in ("1.33", "1.33", "1.69", "1.33", "1.33"))
        self.assertIn(f"| nothing | 70.0, 70.0 | 4.00, 3.00 | 3.00, 3.00 | {other} |", table)
        self.assertNotIn("tempo", table)

    def test_mates_end_within_the_depth(self):
        def last(position, search, suite, value):
            one = record(position, search, [1, 2, 3, 4])
            one["iterations"][-1]["value"] = value
            one["run"]["suite"] = suite
            return json.dumps(one) + "\n"

        # A mate in two ends with the third move of both sides; one in three with the fifth, beyond depth 4.
        first = self.file(last(1, "r3", "x", 99_997) + last(1, "verified", "x", 99_997))
        other = self.file(last(1, "r3", "y", 99_995) + last(1, "verified", "y", 99_997))
        text = tables.mates([first, other])
        self.assertIn("| depth | positions | r3 | verified |", text)
        self.assertIn("| 4 | 2 | 1 -2..+0 | 2 |", text)


class Errors(unittest.TestCase):
    """The model of section 9, by the paper's formula and by hand."""

    def test_small_errors_shrink_by_the_papers_factor(self):
        # The formula is of one ply; errors at lost and at won positions change places, so two plies are compared.
        for moves, clustered in [(35, 0.2), (8, 0.3), (3, 0.5), (4, 0.0)]:
            small = 1e-7, 1e-7
            after = errors.minimax(errors.minimax(small, moves, clustered), moves, clustered)
            for one in after:
                self.assertAlmostEqual(one / 1e-7, errors.factor(moves, clustered) ** 2, places=4)

    def test_a_tree_of_two_moves_by_hand(self):
        # Lost: both successors are won, one error is enough. k = (1 - k)^2 = 0.381966; a won position has one lost successor
        # or two, each of which has to seem won.
        self.assertAlmostEqual(errors.share_lost(2, 0), 0.381966, places=6)
        at_lost, at_won = errors.minimax((0.1, 0.2), 2, 0)
        self.assertAlmostEqual(at_lost, 1 - 0.8 * 0.8)
        lost, won = 0.381966, 0.618034
        self.assertAlmostEqual(at_won, (2 * lost * won * 0.1 * 0.8 + lost * lost * 0.1 * 0.1) / won, places=6)
        self.assertEqual(errors.quiescence((0.1, 0.2), 2, 0, 0, 0), (at_lost, at_won))
        self.assertAlmostEqual(errors.quiescence((0.1, 0.2), 2, 0, 0.5, 0.5)[0], 0.5 + 0.5 * at_lost)

    def test_the_figure_is_the_one_in_the_documents(self):
        figure = Path(__file__).resolve().parents[4] / "docs/images/lab-errors.svg"
        self.assertEqual(errors.drawn() + "\n", figure.read_text(encoding="utf-8"))
        self.assertEqual(round(errors.factor(errors.MOVES, errors.CLUSTERED), 2), 0.62)
        self.assertEqual(round(errors.factor(errors.MOVES, errors.CLUSTERED) * 0.5**0.5, 2), 0.44)


class Plots(Files):
    """Each plot of results made up by hand: what it must show, and where."""

    def drawn(self, name, *rows_and_settings):
        text = redraw.WHAT[name]([self.json(*one[:1], **one[1]) for one in rows_and_settings])
        ElementTree.fromstring(text)
        return text

    def test_axes_have_ten_lines_or_fewer(self):
        for least, most in [(0, 1), (0, 100), (38, 69), (-3, 17), (0, 0.04), (1, 4321)]:
            ticks = svg.Axis([least, most], 0, 1, False).ticks()
            self.assertTrue(4 <= len(ticks) <= 11, (least, most, ticks))
            self.assertTrue(all(least <= tick <= most for tick in ticks), ticks)

    def test_table_1_stands_beside_the_paper(self):
        rows = [
            {"tree": tree, "search": "conspiracy", "nodes": nodes, "error": error, "settled": 1}
            for tree in (0, 1)
            for nodes, error in ((100, 2), (10000, 0))
        ]
        text = self.drawn("conspiracy", (rows, {}))
        self.assertEqual(text.count("<polyline"), 3)
        self.assertEqual(text.count(", paper<"), 2)

    def test_the_other_plots_are_drawn(self):
        mates = [{"search": one, "positions": 10 + at} for at in range(3) for one in ("pn", "df-pn")]
        self.assertEqual(self.drawn("mate", (mates, {})).count("<polyline"), 2)
        records = [record(1, "r2", [10, 30]), record(1, "verified", [10, 20]), record(2, "r2", [5, 6]), record(2, "verified", [7, 9])]
        path = self.file("".join(json.dumps(one) + "\n" for one in records))
        self.assertEqual(redraw.WHAT["figure4"]([path]).count("<polyline"), 2)


if __name__ == "__main__":
    unittest.main()
