"""A game against the user, in a terminal or a notebook."""

from __future__ import annotations

import copy
import sys
from typing import Any

from ._native import Chess
from ._search import as_game, get, search


def play(position: Any, name: str = "alpha-beta", depth: int = 4, *, first: bool = True, **options: Any) -> Any:
    """Play a game against a search, from a position of a class, a chess.Board or a Chess, and return its end.

    Enter a move as it is shown, or its number; an empty line ends the game. first is false if the search moves first.
    name, depth and options are those of search().
    """
    here: Any = position if isinstance(position, Chess) else copy.deepcopy(as_game(position))
    user = first
    while moves := list(get(here, "moves")):
        _show(here)
        move: Any = _asked(moves) if user else search(name, here, depth, **options).line[0]
        if user and move is _NONE:
            return here
        if not user:
            print(f"I play {move}.")
        turn = get(here, "turn") if hasattr(here, "turn") else None
        after = here.play(move)
        here = here if after is None else after
        user = user == (turn is not None and get(here, "turn") == turn)
    _show(here)
    value = here.evaluate()
    won = "Nobody wins" if value == 0 else "You win" if (value > 0) == user else "I win"
    print(f"{won}.")
    return here


_NONE = object()


def _asked(moves: list[Any]) -> Any:
    names = [str(move) for move in moves]
    print(", ".join(name if name.isdigit() else f"{at} {name}" for at, name in enumerate(names, 1)))
    while text := _typed():
        if text in names:
            return moves[names.index(text)]
        if text.isdigit() and 1 <= int(text) <= len(moves) and not all(name.isdigit() for name in names):
            return moves[int(text) - 1]
        print(f"{text} is not a move here; an empty line ends the game.")
    return _NONE


def _typed() -> str:
    try:
        return input("Your move: ").strip()
    except EOFError:
        return ""


def _show(position: Any) -> None:
    """Return the position, drawn if it can draw itself and this is a notebook."""
    shell: Any = sys.modules.get("IPython")
    if shell is not None and shell.get_ipython() is not None and hasattr(position, "_repr_html_"):
        shell.display.display(position)
    else:
        print(position)
