"""The examples of the package's README."""

import contextlib
import io
import pathlib
import re
import unittest

README = pathlib.Path(__file__).parents[2] / "programs/chess/python/README.md"


class Readme(unittest.TestCase):
    def test_examples(self):
        names = {"__name__": "readme"}
        outputs = []
        for example in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(example, names)
            outputs.append(out.getvalue())
        nim, check, chess = outputs
        # Seven is three more than a multiple of four: three are taken, and with four left the side to play loses.
        self.assertTrue(nim.startswith("1 [3, "), nim)
        self.assertEqual(names["position"].heap, 4)
        # Each winning move is worth the same 1, and check() finds no mistakes.
        self.assertRegex(check, r"^note: evaluate, after .*wins=1\.\n$")
        # Scholar's mate.
        self.assertEqual(chess, "True\n")
