"""The readers on results made up by hand."""

import json
import tempfile
import unittest
from pathlib import Path

import lab
import redraw


def record(position, search, nodes):
    iterations = [{"depth": at, "nodes": count, "solved": True} for at, count in enumerate(nodes, 1)]
    return {"position": position, "search": search, "iterations": iterations, "run": {"suite": "x"}}


class Readers(unittest.TestCase):
    def file(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "results"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def test_positions_that_a_search_lacks_and_torn_lines_are_left_out(self):
        records = [record(1, "r2", [10, 30]), record(1, "verified", [10, 20]), record(2, "r2", [9, 9])]
        text = "".join(json.dumps(one) + "\n" for one in records) + '{"position": 3'
        rows = lab.comparisons([self.file(text)])
        self.assertEqual({row["position"] for row in rows}, {1})
        self.assertEqual(lab.by_position(rows, "r2", 2), {1: 30})
        text = redraw.nodes([self.file("".join(json.dumps(one) + "\n" for one in records[:2]))])
        self.assertIn("| 2 | 30 (+50.00%, +50..+50), solved 1 | 20, solved 1 |", text)

    def test_margins_are_those_of_the_normal_distribution(self):
        # Zeros and ones in equal numbers: 95 of 100 means of 400 lie within 1.96 * 0.5 / 20 of 0.5.
        low, high = lab.margins([0, 1] * 200, lambda items: sum(items) / len(items))
        self.assertAlmostEqual(low, 0.451, delta=0.006)
        self.assertAlmostEqual(high, 0.549, delta=0.006)
        self.assertIsNone(lab.margins([1, 2], lambda items: None))

    def test_efforts(self):
        self.assertEqual(lab.within([5, None, 3, 9], 2), 5)
        self.assertIsNone(lab.within([5, None], 2))


if __name__ == "__main__":
    unittest.main()
