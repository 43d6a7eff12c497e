"""search(), its result, and the methods of a game."""

from __future__ import annotations

import copy
import json
import operator
import sys
import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Protocol, Sequence, Union

from . import _native
from ._native import Chess, Trace, Tree

if TYPE_CHECKING:
    import chess


# Enough stack for the 500 plies of a search. Threads have more, unless threading.stack_size() was called.
STACK = 256 * 1024


class Game(Protocol):
    """A position of a two-player game in which one side's gain is the other's loss.

    These methods are all that a search needs. A class may also have

    passed()    the same position with the other side to play, or None if there is no null move, as in check. Without
                this method, quiescence is refused, and null-move pruning prunes nothing
    key()       a hashable object that equal positions share; unnecessary if the class defines equality and a hash.
                Without either, positions are the same only if the same moves led to them
    turn()      the side to play, if a side may play several moves in a row: any objects that can be compared. Between
                two moves of one side the other side passes, which counts as a ply
    in_check()  true if the side to play must answer a threat: it may not pass, and as a leaf the position is searched
                one ply deeper
    captures()  the subset of moves() that is searched beyond the horizon
    """

    def moves(self) -> Iterable[Any]:
        """The legal moves, hashable, always in the same order; none if the game is over."""
        ...

    def play(self, move: Any, /) -> Game:
        """The position after the move, with the other side to play. This position is unchanged."""
        ...

    def evaluate(self) -> int:
        """The value for the side to play, an integer between -1,000,000 and 1,000,000."""
        ...


@dataclass(frozen=True, repr=False)
class Found:
    """The result of a search.

    value       the value for the side to play at the root. For Chess, it is in hundredths of a pawn, or in pawns in
                quiesce, quiesce-d, nested, version1 and version2. None for pn, pn2 and df-pn, which have an answer. In
                an iteratively deepened search ("fast:", version1, version2), the value of the last complete iteration
    answer      the answer of pn, pn2 or df-pn; None for the other searches. True if the side to play at the root can
                force the game to end with a value above 0 for it within depth plies or, in Chess, can force mate within
                depth moves. False if it cannot; it may still be able to do so later, unless no game is longer
    line        the moves that explain the value or prove the answer, as the game lists them for play(). They end where
                passing, a table or an evaluation determines the value; the moves of a proof end with the game
    names       the names of these moves: in SAN for Chess, by str() for a class
    move        the first move of the line; None if it is empty
    depth       the depth of the last complete iteration of an iteratively deepened search; None for the other searches
    positions   the number of positions visited, including the root and repeated visits; for version1 and version2, up
                to the end of the last complete iteration
    ended       True if a limit cut the search short: nodes, 500 plies or, for conspiracy, calls. The value is then that
                of the last complete iteration or, for conspiracy, of the tree so far; the other searches have no result
                and raise LimitError
    trace       the tree of the search, up to the limit of calls
    moves       with all_moves, all moves of the root with the value or the answer of each, the best first
    """

    value: Optional[int]
    """The value for the side to play at the root; None in a search for a proof. In an iteratively deepened search, it
    is the value of the last complete iteration."""
    answer: Optional[bool]
    """The answer of a search for a proof: whether the side to play at the root can force mate, in Chess, or an end with
    a value above 0, in other games, within the depth. None in other searches."""
    line: list[Any]
    """The moves that explain the value or prove the answer, as the game lists them for play(). They end where passing,
    a table or an evaluation determines the value; the moves of a proof end with the game."""
    names: list[str]
    """The names of these moves: in SAN for Chess, by str() for a class."""
    depth: Optional[int]
    """The depth of the last complete iteration, in an iteratively deepened search; None in other searches."""
    positions: int
    """The number of positions visited, including the root and repeated visits; in version1 and version2, up to the end
    of the last complete iteration."""
    ended: bool
    """True if a limit cut the search short. The value is then that of the last complete iteration or, in conspiracy, of
    the tree so far; without either, search() raises LimitError."""
    trace: Trace
    """The tree of the search, up to the limit of calls."""
    moves: list[tuple[Any, Union[int, bool, None]]] = field(default_factory=list)
    """With all_moves, all moves of the root with the value or the answer of each, the best first; otherwise, empty."""

    @property
    def move(self) -> Any:
        """The first move of the line; None if there is none."""
        return self.line[0] if self.line else None

    def __repr__(self) -> str:
        if self.value is not None:
            outcome = f"value {self.value}"
        elif self.answer is not None:
            outcome = "answer yes" if self.answer else "answer no"
        else:
            outcome = "no value"
        return f"<{outcome}, line {' '.join(self.names)}, {self.positions} positions>"


class LimitError(RuntimeError):
    """The search reached a limit before it had a value or an answer.

    found is the partial result, with the tree so far.
    """

    found: Found

    def __init__(self, message: str, found: Found) -> None:
        super().__init__(message)
        self.found = found

    def __reduce__(self) -> tuple[type[LimitError], tuple[str, Found]]:
        return LimitError, (str(self), self.found)


def search(
    name: str,
    position: Union[Game, Chess, Tree, chess.Board],
    depth: Optional[int] = None,
    *,
    nodes: Optional[int] = None,
    calls: int = 20_000,
    captures: bool = False,
    order: Optional[int] = None,
    nested: Optional[int] = None,
    conspirators: Optional[int] = None,
    wins: Optional[int] = None,
    all_moves: bool = False,
    progress: Optional[Callable[[int], object]] = None,
) -> Found:
    """Run a named search and return its result.

    name is a name that searches() lists, or "fast:" followed by the name of a search of bcp-lab compare, such as
    "fast:r2+double".

    position is an object of a class with the methods of Game, a chess.Board, or one of Chess and Tree.

    depth is a number of plies from 0 to 30 or, for pn, pn2 and df-pn in Chess, a number of moves. These three in Chess,
    and "fast:" searches, need at least 1. The default is the height of a Tree, and otherwise 2. The searches quiesce
    and conspiracy have no depth limit and ignore depth.

    pn, pn2 and df-pn answer whether the side to play can force the game to end with a value above 0 for it within depth
    plies or, in Chess, can force mate within depth moves. The answer no proves that it can never do so only if no game
    is longer.

    nodes is the number of positions after which an unfinished search is ended, from 1 to 1,000,000,000. The limit is
    approximate: some searches still visit, and count, moves that they have already listed. The default is 100,000 for a
    class and a chess.Board, and 5,000,000 for Chess and Tree.

    calls is the maximum number of calls in the trace, from 1 to 1,000,000. It also limits the tree of conspiracy.

    captures, for searches to a depth: include the searches of captures beyond the horizon in the trace.

    order, for quiesce and quiesce-d: the number of times quiescence is applied, from 1 to 3. The default is 2 for
    quiesce-d in Chess, and otherwise 1.

    nested, for nested: the depth of the first order in plies, from 0 to 30. The default is 2.

    conspirators, for conspiracy: the number of leaves in the largest conspiracies considered, from 1 to 1,000. By
    default, it increases during the search.

    wins, for classes: a value of at least wins is a win, and one of at most -wins a loss, from 1 to 999,000. A win n
    plies from the root is then worth 999,999 - n, so that the nearest is preferred. By default, a win is worth what
    evaluate() returns; for a chess.Board, wins are always preferred in this way.

    all_moves, for classes: also search each move of the root by itself, for found.moves.

    progress, for classes: a function that is called about ten times per second with the number of positions visited.
    An exception that it raises ends the search.

    Raises LimitError if a limit ends the search before it has a value or an answer; TypeError or ValueError if an
    option is wrong or does not exist for the search, or if the class returns wrong results. An exception raised by the
    class ends the search and is passed on with a note of the moves that led to it. Ctrl-C raises KeyboardInterrupt.
    """
    own = _native.option(name)
    given = {
        "order": None if order is None else _whole("order", order, 1, 3),
        "nested": None if nested is None else _whole("nested", nested, 0, 30),
        "conspirators": None if conspirators is None else _whole("conspirators", conspirators, 1, 1_000),
        "captures": captures or None,
    }
    for option, value in given.items():
        if value is not None and option != own:
            raise ValueError(f"the search {name} has no option {option}")
    foreign = not isinstance(position, (Chess, Tree))
    if not foreign and (wins is not None or all_moves or progress is not None):
        raise ValueError("wins, all_moves and progress require a class or a chess.Board")
    if foreign and threading.current_thread() is not threading.main_thread():
        # Reading the size sets it to the default.
        size = threading.stack_size()
        threading.stack_size(size)
        if 0 < size < STACK:
            text = f"a search in a thread needs a larger stack: call threading.stack_size({STACK}) before the thread starts"
            raise RuntimeError(text)
    game = as_game(position)
    if wins is None and game is not position:
        wins = game.WIN
    height = position.height if isinstance(position, Tree) else 2
    usual = 100_000 if foreign else 5_000_000
    limit = _whole("nodes", usual if nodes is None else nodes, 1, 1_000_000_000)
    most = _whole("calls", calls, 1, 1_000_000)

    def run(game: Any) -> Found:
        found = Found(
            *_native.run(
                name,
                game,
                _whole("depth", height if depth is None else depth, 0, 30),
                limit,
                most,
                bool(captures),
                given["order"],
                2 if nested is None else nested,
                given["conspirators"],
                None if wins is None else _whole("wins", wins, 1, 999_000),
                progress,
                _Drawn(game) if foreign and hasattr(type(game), "_repr_html_") else None,
            )
        )
        if found.ended and found.value is None and found.answer is None:
            text = f"{found.positions} positions: decrease depth or increase nodes"
            if found.positions < limit:
                text = f"500 plies or {most} calls: decrease depth or increase calls"
            raise LimitError(f"{name} did not finish within {text}", found)
        return found

    found = run(game)
    if not all_moves:
        return found
    each = [(move, run(_Alone(game, move))) for move in get(game, "moves")]
    moves = [(move, one.value if one.answer is None else one.answer) for move, one in each]
    moves.sort(key=lambda pair: -(pair[1] or 0))
    return replace(found, moves=moves)


def ratio(pairs: Sequence[tuple[int, int]]) -> tuple[float, float, float]:
    """Return the ratio of the sums of the first and the second numbers of pairs, such as the positions visited by
    two searches, and the bounds that enclose this ratio in 95 of 100 bootstrap samples."""
    try:
        return _native.ratio(pairs)
    except OverflowError:
        raise ValueError(f"expected numbers between 0 and {2**64 - 1}") from None


def _whole(option: str, value: int, least: int, greatest: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{option} is {value!r}; it must be a whole number") from None
    if least <= number <= greatest:
        return number
    raise ValueError(f"{option} is {number}; it must be between {least} and {greatest}")


def as_game(position: Any) -> Any:
    """Return a chess.Board as a game; any other position unchanged."""
    chess_module = sys.modules.get("chess")
    if chess_module is not None and isinstance(position, chess_module.Board):
        from ._board import BoardGame

        return BoardGame(position)
    if isinstance(position, type):
        name = position.__name__
        raise TypeError(f"{name} is a class: search an instance of it, such as {name}()")
    for method in () if isinstance(position, (Chess, Tree)) else ("moves", "play", "evaluate"):
        if not hasattr(position, method):
            raise TypeError(
                f"{type(position).__name__} has no method {method}(): a game needs moves(), play(move) and evaluate(). "
                "Use Chess(fen) for chess, or Tree(text) for a tree written as text"
            )
    return position


def get(position: Any, name: str) -> Any:
    """Return the result of a method, or the value of a property or an attribute."""
    found = getattr(position, name)
    return found() if callable(found) else found


class _Drawn:
    """Draws the first positions of a trace by the class's own drawing. Moves are found by their names."""

    MOST = 100

    def __init__(self, root: Any) -> None:
        self.root = copy.deepcopy(root) if hasattr(root, "undo") else root

    def __call__(self, trace: str) -> list[Optional[str]]:
        positions: list[Any] = []
        for node in json.loads(trace)["nodes"][: self.MOST]:
            position = self.root if node["parent"] is None else positions[node["parent"]]
            for name in node["moves"]:
                position = self.after(position, name)
            positions.append(position)
        return [None if position is None else position._repr_html_() for position in positions]

    def after(self, position: Any, name: str) -> Any:
        """Return the position after a move; None if the name of the move is ambiguous."""
        if position is None:
            return None
        here = copy.deepcopy(position) if hasattr(position, "undo") else position
        if name == "null":
            return get(here, "passed")
        moves = [move for move in get(here, "moves") if str(move) == name]
        if len(moves) != 1:
            # A side that waits lets the other one play again.
            return here if name == "pass" and not moves else None
        after = here.play(moves[0])
        return here if after is None else after


class _Alone:
    """A position of which only one move is searched. It has no key, since it differs from the position without this
    limit."""

    def __init__(self, position: Any, move: Any) -> None:
        self._position, self._move = position, move

    def moves(self) -> list[Any]:
        return [self._move]

    def play(self, move: Any) -> Any:
        position = self._own()
        after = position.play(move)
        return position if after is None else after

    def passed(self) -> Any:
        position = self._own()
        return get(position, "passed") if hasattr(position, "passed") else None

    def evaluate(self) -> int:
        return int(self._position.evaluate())

    def _own(self) -> Any:
        return copy.deepcopy(self._position) if hasattr(self._position, "undo") else self._position

    def __getattr__(self, name: str) -> Any:
        if name in ("turn", "in_check"):
            return getattr(self._position, name)
        raise AttributeError(name)
