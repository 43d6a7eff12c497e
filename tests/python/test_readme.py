"""The example of the package's README."""

import contextlib
import io
import pathlib
import re
import unittest

README = pathlib.Path(__file__).parents[2] / "programs/chess/python/README.md"


class Readme(unittest.TestCase):
    def test_example(self):
        example = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL).group(1)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(example, {"__name__": "readme"})
        # Seven is three more than a multiple of four: three are taken, and with four left the side to play loses.
        self.assertTrue(out.getvalue().startswith("1 ['3', "), out.getvalue())
