"""The pictures of Table 1 in docs/images show the times in docs/results/table1.json."""

import math
import os
import re
import unittest

from documents import ROOT, stored

IMAGES = os.path.join(ROOT, "docs/images")


def svg_rows(name):
    """Return the rows of text in a picture of a terminal, with each word in its column."""
    with open(os.path.join(IMAGES, name), encoding="utf-8") as file:
        texts = re.findall(r'<text x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)<', file.read())
    rows = {}
    for x, y, text in texts:
        row = rows.get(int(y), "")
        # A column is eight units wide, after a margin of ten.
        rows[int(y)] = row.ljust(round((float(x) - 10) / 8)) + text.replace("\u00a0", " ")
    return [rows[y] for y in sorted(rows)]


def png_rows(name):
    """Return the rows of text stored in a picture, which tests/browser/shown.js has inserted."""
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
    """Return the rows of the table: the seconds of each cell, rounded up, ours and the paper's."""
    cells = {}
    for one in sorted(stored("table1.json", "table1")["positions"], key=lambda one: one["number"]):
        ours = str(math.ceil(one["seconds"])) if one["solved"] else "F"
        cells.setdefault(one["place"], []).append((ours, str(one["table1_seconds"] or "F")))
    return cells


def table(rows, cell):
    """Return the rows of the table in a picture, by the format of a cell; footnotes are omitted."""
    found = {row.split()[0]: re.findall(cell, row.partition(" ")[2]) for row in map(str.strip, rows) if row}
    return {int(place): cells for place, cells in found.items() if place.isdigit() and len(cells) == 15}


class Pictures(unittest.TestCase):
    maxDiff = None

    def test_the_terminal_shows_the_stored_times(self):
        self.assertEqual(table(svg_rows("table1.svg"), r"(\w+) +(\w+)"), wanted())

    def test_the_report_shows_the_stored_times(self):
        self.assertEqual(table(png_rows("report.png"), r"ours (\w+) s, paper (\w+)"), wanted())


class Chart:
    """A picture of programs/chess/laboratory/python/svg.py, parsed again: each series' points in units of the axes."""

    UNITS = {"k": 1e3, "M": 1e6, "G": 1e9}

    def __init__(self, name, log_x, log_y):
        with open(os.path.join(IMAGES, name), encoding="utf-8") as file:
            self.text = file.read()
        across = re.findall(r'<text x="([\d.]+)" y="366" text-anchor="middle">([^<]+)<', self.text)
        down = re.findall(r'<path d="M80 ([\d.]+)H490"[^>]*/>\n<text[^>]*>([^<]+)<', self.text)
        self.x, self.y = self.axis(across, log_x), self.axis(down, log_y)
        series = re.findall(r'<polyline points="([^"]+)"(?:(?!<polyline).)*?<text [^>]*>([^<]+)</text>', self.text, re.S)
        self.places = {label: [tuple(map(float, point.split(","))) for point in points.split()] for points, label in series}

    def axis(self, ticks, logarithmic):
        """Return the conversion of values to places on an axis, from the first and the last of its numbers."""
        scale = math.log10 if logarithmic else float
        known = []
        for place, number in (ticks[0], ticks[-1]):
            digits, _, unit = number.partition(" ")
            known.append((float(place), scale(float(digits) * self.UNITS.get(unit, 1))))
        (low, least), (high, most) = known
        return lambda value: low + (scale(value) - least) / (most - least) * (high - low)

    def differences(self, label, points, error):
        """Return the points that a series does not show: it has no point within the error, in pixels."""
        shown = self.places[label]
        return [
            (x, y)
            for x, y in points
            if not any(abs(self.x(x) - at) <= error and abs(self.y(y) - down) <= error for at, down in shown)
        ]


def number(text):
    return float(text.replace(",", ""))


class Laboratory(unittest.TestCase):
    """The charts of the laboratory agree with the tables beside them, which `docs --check` compares with the programs.
    """

    def document(self, name):
        with open(os.path.join(ROOT, "docs/explanation", name), encoding="utf-8") as file:
            return file.read()

    def test_mates(self):
        chart = Chart("lab-mate.svg", log_x=False, log_y=True)
        rows = re.findall(r"^    \d+ W.* in \d +\d+ +\S+ +(\S+) +(\S+) +(\S+) +>?(\S+)$", self.document("lab-proof.md"), re.M)
        self.assertEqual(len(rows), 21)
        for label, column in zip(("pn", "pn2", "df-pn", "exhaustive"), zip(*rows)):
            points = [(at, count) for at, count in enumerate(sorted(map(number, column)), 1)]
            self.assertEqual(chart.differences(label, points, 0.1), [], label)
            self.assertEqual(len(chart.places[label]), 21)

    def test_conspiracy(self):
        chart = Chart("lab-conspiracy.svg", log_x=True, log_y=False)
        table = self.document("lab-conspiracy.md")
        self.assertIn("40 random trees", chart.text)
        for label in ("alpha-beta", "conspiracy"):
            ours, paper = re.search(rf"^    {label} +((?:[\d.]+ +)+)\d+\n.*\n +the paper +(.*)$", table, re.M).groups()
            for name, row in ((label, ours), (f"{label}, paper", paper)):
                points = list(zip((100, 300, 1000, 3000, 10000), map(number, row.split())))
                self.assertEqual(len(points), 5)
                # A hundredth of the axis is a pixel and a half.
                self.assertEqual(chart.differences(name, points, 0.9), [], name)

    def test_nodes_per_position(self):
        chart = Chart("lab-figure4.svg", log_x=False, log_y=True)
        document = self.document("lab-verified.md")
        ours = re.findall(r"^\| 869 of ECM \| (\d+) \| ([\d,]{9,}) .*?\| ([\d,]{9,}) .*?\| ([\d,]{9,}) ", document, re.M)
        self.assertEqual([row[0] for row in ours], ["8", "9", "10"])
        for label, column in zip(("r2", "r3", "verified"), list(zip(*ours))[1:]):
            points = [(int(row[0]), number(count) / 869) for row, count in zip(ours, column)]
            self.assertEqual(chart.differences(label, points, 0.1), [], label)
        paper = document.partition("869 of ECM | 9 | +")[2].partition("999 of WCS")[0]
        verified = [number(count) for count in re.findall(r"([\d,]{9,}) \|$", paper, re.M)]
        points = [(depth, count / 869) for depth, count in zip((9, 10, 11), verified)]
        self.assertEqual(len(points), 3)
        self.assertEqual(chart.differences("verified, paper", points, 0.1), [])

    def test_the_fifteenth(self):
        chart = Chart("lab-fifteenth.svg", log_x=True, log_y=False)
        columns = {"1986, lists": 0, "1986, visited": 1, "full width, lists": 2, "full width, visited": 3}
        rows = re.findall(r"^ +(\d+) \(\d+ %\) +(\S+) +(\S+) +(\S+) +(\S+)", self.document("lab-quiescence.md"), re.M)
        self.assertGreater(len(rows), 6)
        for label, column in columns.items():
            points = [(number(row[1 + column]), int(row[0])) for row in rows if row[1 + column] != "-"]
            self.assertEqual(chart.differences(label, points, 0.1), [], label)
