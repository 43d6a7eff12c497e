"""The pictures of Table 1 in docs/images have the times of docs/results/table1.json."""

import math
import os
import re
import unittest

from documents import ROOT, stored

IMAGES = os.path.join(ROOT, "docs/images")


def svg_rows(name):
    """The rows of text of a picture of a terminal."""
    with open(os.path.join(IMAGES, name), encoding="utf-8") as file:
        texts = re.findall(r'<text x="\d+" y="(\d+)"[^>]*>([^<]*)<', file.read())
    rows = {}
    for y, text in texts:
        rows[int(y)] = rows.get(int(y), "") + text.replace("\u00a0", " ")
    return [rows[y] for y in sorted(rows)]


def png_rows(name):
    """The rows of the text in a picture, which tests/browser/shown.js has put there."""
    with open(os.path.join(IMAGES, name), "rb") as file:
        png = file.read()
    at = 8
    while at < len(png):
        end = at + 8 + int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"iTXt":
            return png[at + 8 : end].split(b"\0\0\0\0\0", 1)[1].decode().splitlines()
        at = end + 4
    raise ValueError(f"{name} has no text in it")


def wanted():
    """The rows of the table: the seconds of each cell, rounded up, ours and the paper's."""
    cells = {}
    for one in sorted(stored("table1.json", "table1")["positions"], key=lambda one: one["number"]):
        ours = str(math.ceil(one["seconds"])) if one["solved"] else "F"
        cells.setdefault(one["place"], []).append((ours, str(one["table1_seconds"] or "F")))
    return cells


def table(rows, cell):
    """The same of a picture, by the form of a cell; a footnote is not told."""
    found = {row.split()[0]: re.findall(cell, row.partition(" ")[2]) for row in map(str.strip, rows) if row}
    return {int(place): cells for place, cells in found.items() if place.isdigit() and len(cells) == 15}


class Pictures(unittest.TestCase):
    maxDiff = None

    def test_the_terminal_shows_the_stored_times(self):
        self.assertEqual(table(svg_rows("table1.svg"), r"(\w+) +(\w+)"), wanted())

    def test_the_report_shows_the_stored_times(self):
        self.assertEqual(table(png_rows("report.png"), r"ours (\w+) s, paper (\w+)"), wanted())
