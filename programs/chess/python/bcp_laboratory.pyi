"""The searches of the literature, for a game that is a Python class."""

from typing import Any, Hashable, Iterable, Optional, Protocol, Sequence, Union

class Game(Protocol):
    """A position of a game of two players. `passed` and `key` may be left out."""

    def moves(self) -> Iterable[Hashable]: ...
    def play(self, move: Any) -> "Game": ...
    def evaluate(self) -> int: ...

class Chess:
    """A chess position, from its FEN. It is a game as well: moves are in SAN, values in hundredths of a pawn."""

    fen: str
    def __init__(self, fen: str = ...) -> None: ...
    def moves(self) -> list[str]: ...
    def play(self, m: str) -> "Chess": ...
    def evaluate(self) -> int: ...
    def passed(self) -> "Chess": ...

class Tree:
    """A tree that is written down, as `0(5(3 4!) 2)`: static values for the first player, the positions after them in
    parentheses, ! where the game is over."""

    def __init__(self, text: str) -> None: ...

class Trace:
    """The tree of a search. A notebook draws it."""

    def json(self) -> str: ...
    def text(self) -> str: ...
    def dot(self) -> str: ...
    def page(self) -> str:
        """A page in HTML that steps through the tree and needs nothing else."""
    def __len__(self) -> int: ...

class Found:
    """The result of a search."""

    value: Optional[int]
    """For the side to play; none of a search for a proof."""
    answer: Optional[bool]
    """Of a search for a proof: a mate in chess, elsewhere a value above 0 at the end of the game. False says that there
    is none within the depth."""
    line: list[str]
    """The moves that explain it. They end where doing nothing, a table or an evaluation decides."""
    positions: int
    ended: bool
    """Set if a limit has ended the search; the tree of conspiracy numbers has a value all the same."""
    trace: Trace

class LimitError(RuntimeError):
    """The search did not finish within its limits; `found` is its partial result."""

    found: Found

def search(
    name: str,
    position: Union[Game, Chess, Tree],
    depth: Optional[int] = None,
    *,
    nodes: int = ...,
    calls: int = 20_000,
    captures: bool = False,
    order: Optional[int] = None,
    nested: int = 2,
    conspirators: Optional[int] = None,
) -> Found:
    """Runs a search by its name, to a depth of 0 to 30 plies; pn, pn2 and df-pn in chess count moves. Without a depth it
    is the whole of a Tree, and 2 plies of anything else.

    nodes: positions that may be visited; 100,000 for a class, 5,000,000 for Chess and Tree.
    calls: those that the trace has at most; nodes, where a tree is grown.
    captures: show the searches of captures behind the horizon too.
    order: how often quiescence is applied, 1 to 3.
    nested: plies of the first order of the search `nested`.
    conspirators: leaves in the largest conspiracies considered; without it they grow.
    """

def searches() -> list[tuple[str, str]]:
    """The names of the searches, with a line about each."""

def ratio(pairs: Sequence[tuple[int, int]]) -> tuple[float, float, float]:
    """The ratio of the sums, as of nodes of two searches, and the bounds of 95 of 100 bootstrap samples."""
