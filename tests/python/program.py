"""A user's program, only for the type checkers: it is not run."""

from __future__ import annotations

from typing import Hashable, NamedTuple, Optional

import bcp_laboratory as lab
import chess


class Heaps(NamedTuple):
    """A position compared by contents, with a pass."""

    heaps: tuple[int, ...]

    def moves(self) -> list[tuple[int, int]]:
        return [(at, take) for at, heap in enumerate(self.heaps) for take in range(1, heap + 1)]

    def play(self, move: tuple[int, int]) -> Heaps:
        at, take = move
        return Heaps(tuple(heap - take * (i == at) for i, heap in enumerate(self.heaps)))

    def evaluate(self) -> int:
        return 0 if any(self.heaps) else -1

    def passed(self) -> Optional[Heaps]:
        return Heaps(self.heaps) if len(self.heaps) > 1 else None

    def key(self) -> Hashable:
        return tuple(sorted(self.heaps))


def value(position: lab.Game, depth: int) -> Optional[int]:
    try:
        found: lab.Found = lab.search("alpha-beta", position, depth, nodes=10_000, captures=True)
    except lab.LimitError as error:
        return len(error.found.trace)
    return found.value if found.move is not None else None


print(value(Heaps((1, 2, 3)), 6), lab.search("pn", lab.Chess(), depth=1).answer)
print(lab.search("quiesce-d", lab.Tree("0(1 2)"), order=1).line[0], lab.search("mtd", chess.Board()).names)
print([name.upper() for name, _ in lab.searches()], lab.ratio([(1, 2), (3, 4)])[0] + 1)
