"""Searches from the literature, for a game that you write as a Python class.

A game is a class with the methods moves(), play(move) and evaluate(); see Game. search() runs a named search on one of
its positions; searches() lists the names. A chess.Board of python-chess is also a game. Chess and Tree are positions
that need no class.
"""

from ._check import Finding, check
from ._native import Chess, Trace, Tree, __version__, searches
from ._play import play
from ._search import Found, Game, LimitError, ratio, search

__all__ = [
    "Chess",
    "Finding",
    "Found",
    "Game",
    "LimitError",
    "Trace",
    "Tree",
    "__version__",
    "check",
    "play",
    "ratio",
    "search",
    "searches",
]
