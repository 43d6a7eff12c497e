"""check() reports each mistake, made in three natural ways, with its method; correct classes have none."""

import copy
import itertools
import random
import unittest

import bcp_laboratory as lab
import chess
import chess.variant
import games

LINES = [range(i, i + 3) for i in (0, 3, 6)] + [range(i, 9, 3) for i in range(3)] + [(0, 4, 8), (2, 4, 6)]


class Grid:
    """Tic-tac-toe on a list, from the side to play."""

    def __init__(self, cells=None, side=1):
        self.cells, self.side = list(cells or [0] * 9), side

    def won(self, side):
        return any(all(self.cells[cell] == side for cell in line) for line in LINES)

    def moves(self):
        return [] if self.won(-self.side) else [cell for cell in range(9) if not self.cells[cell]]

    def play(self, cell):
        after = type(self)(self.cells, -self.side)
        after.cells[cell] = self.side
        return after

    def evaluate(self):
        return -1 if self.won(-self.side) else 0

    def key(self):
        return tuple(self.cells), self.side


class Lead(Grid):
    """The same game, valued by the lines still open to each side."""

    def evaluate(self):
        open_to = lambda side: sum(all(self.cells[cell] != -side for cell in line) for line in LINES)
        return super().evaluate() * 100 or open_to(self.side) - open_to(-self.side)

    def passed(self):
        return type(self)(self.cells, -self.side)


class Coins:
    """A row of coins: whoever takes one plays again, whoever takes two does not."""

    def __init__(self, left=5, side=0, lead=0):
        self.left, self.side, self.lead = left, side, lead

    def moves(self):
        return [take for take in (1, 2) if take <= self.left]

    def play(self, take):
        lead = self.lead + (take if self.side == 0 else -take)
        return type(self)(self.left - take, self.side if take == 1 else 1 - self.side, lead)

    def evaluate(self):
        return self.lead if self.side == 0 else -self.lead

    def key(self):
        return self.left, self.side, self.lead

    def turn(self):
        return self.side


class Ring:
    """Steps around six cells; the game has no end."""

    values = (0, 3, -2, 5, -4, 1)

    def __init__(self, cell=2, side=1):
        self.cell, self.side = cell, side

    def moves(self):
        return [1, 5, 2]

    def play(self, step):
        return type(self)((self.cell + step) % 6, -self.side)

    def evaluate(self):
        return self.side * self.values[self.cell]

    def key(self):
        return self.cell, self.side


def shallow(self, cell):
    after = copy.copy(self)
    after.cells[cell] = self.side
    after.side = -self.side
    return after


def shared(self, cell):
    self.cells[cell] = self.side
    return type(self)(self.cells, -self.side)


def aliased(self, cell):
    after = type(self)((), -self.side)
    after.cells = self.cells
    after.cells[cell] = self.side
    return after


def counting(start=0):
    return itertools.count(start)


def once(self):
    if not hasattr(self, "left"):
        self.left = iter(Grid.moves(self))
    return self.left


def consumed(self):
    self.left = getattr(self, "left", None) or Grid.moves(self)
    taken, self.left = self.left, [-1][:0] or (-1,)
    return [move for move in taken if move >= 0]


def shuffled(self):
    moves = Grid.moves(self)
    random.shuffle(moves)
    return moves


def absolute(base):
    return lambda self: base.evaluate(self) * self.side


class Piece:
    """A move whose comparison ignores the promotion."""

    def __init__(self, cell, promotes):
        self.cell, self.promotes = cell, promotes

    def __eq__(self, other):
        return self.cell == other.cell

    def __hash__(self):
        return self.cell


def one_of_two(self, piece):
    after = Grid.play(self, piece.cell)
    after.side *= 1
    return after


class Kept(Lead):
    """Answers are cached, and a copy keeps those of the position before the move."""

    kept = ("evaluate",)

    def play(self, cell):
        after = copy.copy(self)
        after.cells = [self.side if at == cell else own for at, own in enumerate(self.cells)]
        after.side = -self.side
        return after

    def known(self, name):
        if name not in self.kept:
            return getattr(Lead, name)(self)
        if name not in self.__dict__.setdefault("answers", {}):
            self.answers = {**self.answers, name: getattr(Lead, name)(self)}
        return self.answers[name]

    def evaluate(self):
        return self.known("evaluate")

    def moves(self):
        return self.known("moves")


class Cell:
    """A move without equality."""

    def __init__(self, cell):
        self.cell = cell

    def __str__(self):
        return str(self.cell)


class Pawns(games.ByTuple):
    """Pawns, of which `moves` lists those of one side only."""

    def __init__(self, state=None):
        super().__init__(games.GAMES["pawns"], state or games.GAMES["pawns"].start)

    def with_state(self, state):
        return type(self)(state)


class Seeds(games.ByTuple):
    """Kalah with the side to play as an attribute, and without turn()."""

    def __init__(self, state=None):
        super().__init__(games.GAMES["kalah"], state or games.GAMES["kalah"].start)
        self.player = self.state[1]

    def with_state(self, state):
        return type(self)(state)


class Numbered(Seeds):
    """Kalah whose players are numbered from 1."""

    def __init__(self, state=None):
        super().__init__(state)
        self.player += 1


class Lettered(Seeds):
    """Kalah whose players have names, and which stores who played last."""

    def __init__(self, state=None, last="-"):
        super().__init__(state)
        self.player, self.last = "AB"[self.player], last

    def with_state(self, state):
        return type(self)(state, self.player)


drift, calls = counting(), counting()

# Mistakes, by the method to be named, with the methods that make them: in three ways each.
MISTAKES = {
    "a shared list": ("play", Grid, [dict(play=shallow), dict(play=shared), dict(play=aliased)]),
    "moves that change": (
        "moves",
        Grid,
        [dict(moves=shuffled), dict(moves=lambda self: Grid.moves(self)[next(calls) % 2 :]), dict(moves=lambda self: {f"{random.random()}", "1"})],
    ),
    "an iterator": ("moves", Grid, [dict(moves=once), dict(moves=consumed), dict(moves=lambda self, kept=iter(range(9)): kept)]),
    "moves without equality": (
        "moves",
        Grid,
        [
            dict(moves=lambda self: [Cell(cell) for cell in Grid.moves(self)], play=lambda self, move: Grid.play(self, move.cell)),
            dict(moves=lambda self: [object() for _ in Grid.moves(self)], play=lambda self, move: Grid.play(self, 0)),
            dict(moves=lambda self: [lambda: cell for cell in Grid.moves(self)], play=lambda self, move: Grid.play(self, move())),
        ],
    ),
    "answers that are kept: values": ("evaluate", Kept, [dict()]),
    "answers that are kept: moves": ("moves", Kept, [dict(kept=("moves",)), dict(kept=("moves", "evaluate"))]),
    "a hash of more than is compared": (
        "key",
        Grid,
        [
            dict(key=property(), __eq__=lambda self, other: self.cells == other.cells, __hash__=hashed)
            for hashed in (id, lambda self: object.__hash__(self), lambda self: hash((tuple(self.cells), id(self.cells))))
        ],
    ),
    "a side that is none": (
        "turn",
        Seeds,
        [dict(turn="A"), dict(turn=lambda self: 1), dict(turn=property(lambda self: self.rules.pits))],
    ),
    "the side before": (
        "turn",
        Lettered,
        [dict(turn=lambda self: self.last), dict(turn=property(lambda self: self.last)), dict(turn=lambda self: self.last.lower())],
    ),
    "a pass of the same side": (
        "passed",
        Pawns,
        [dict(passed=lambda self: type(self)(self.state)), dict(passed=copy.copy), dict(passed=copy.deepcopy)],
    ),
    "a check that is no answer": (
        "in_check",
        Pawns,
        [
            dict(attacked=lambda self: False, in_check=lambda self: self.attacked),
            dict(in_check=lambda self: self.moves),
            dict(in_check=lambda self: len),
        ],
    ),
    "values that change": (
        "evaluate",
        Grid,
        [
            dict(evaluate=lambda self: random.randint(-9, 9)),
            dict(evaluate=lambda self: next(drift)),
            dict(evaluate=lambda self, calls=itertools.count(): next(calls) // 2),
            dict(evaluate=lambda self: self.__dict__.__setitem__("n", getattr(self, "n", 0) + 1) or self.n),
        ],
    ),
    "equal moves": (
        "moves",
        Grid,
        [
            dict(moves=lambda self: [Piece(cell, p) for cell in Grid.moves(self) for p in "QN"], play=one_of_two),
            dict(moves=lambda self: [cell for cell in Grid.moves(self) for _ in "QN"]),
            dict(moves=lambda self: [c for line in LINES for c in line if not self.cells[c] and not self.won(-self.side)]),
        ],
    ),
    "a key that forgets": (
        "key",
        Lead,
        [
            dict(key=lambda self: sum(map(abs, self.cells))),
            dict(key=lambda self: tuple(self.cells[:7])),
            dict(__eq__=lambda self, other: self.cells[:5] == other.cells[:5], __hash__=lambda self: 1, key=property()),
        ],
    ),
    "a key without a hash or a value": (
        "key",
        Grid,
        [dict(key=lambda self: self.cells), dict(key=lambda self: None), dict(key=lambda self: {"cells": 1})],
    ),
    "a key by identity": (
        "key",
        Grid,
        [dict(key=lambda self: id(self)), dict(key=lambda self: object.__hash__(self)), dict(key=lambda self: Piece)],
    ),
    "the wrong side": (
        "evaluate",
        Lead,
        [
            dict(evaluate=absolute(Lead)),
            dict(evaluate=lambda self: -Lead.evaluate(self) * self.side, passed=lambda self: None),
            dict(evaluate=absolute(Grid), passed=lambda self: None),
        ],
    ),
    "hooks that are something else": (
        "captures",
        Grid,
        [dict(captures=[3, 3]), dict(captures=7), dict(captures=property(lambda self: [-1]))],
    ),
    "a pass that is none": (
        "passed",
        Lead,
        [
            dict(passed=lambda self: self),
            dict(passed=True),
            dict(passed=lambda self: self.play(self.moves()[0]) if self.moves() else None),
        ],
    ),
    "values out of range": (
        "evaluate",
        Grid,
        [
            dict(evaluate=lambda self: -(2**31) * self.won(-self.side)),
            dict(evaluate=lambda self: 0.5),
            dict(evaluate=lambda self: float("-inf") if self.won(-self.side) else 0),
        ],
    ),
    "nothing returned": (
        "moves",
        Grid,
        [
            dict(moves=lambda self: None if self.won(-self.side) else Grid.moves(self)),
            dict(moves=lambda self: 5),
            dict(moves=lambda self: [[cell] for cell in range(9)]),
        ],
    ),
    "the same object": (
        "play",
        Grid,
        [dict(play=lambda self, cell: self), dict(play=lambda self, cell: None), dict(play=lambda self, cell: self.cells.index(5))],
    ),
    "an undo that forgets": (
        "undo",
        Grid,
        [
            dict(play=lambda self, cell: Grid.__init__(self, Grid.play(self, cell).cells, -self.side), undo=undo)
            for undo in (
                lambda self, cell: None,
                lambda self, cell: self.cells.__setitem__(cell, 0),
                lambda self, cell: setattr(self, "side", -self.side),
            )
        ],
    ),
}

MISTAKES["a pass that is not taken back"] = (
    "undo",
    Lead,
    [
        dict(
            play=lambda self, cell: Grid.__init__(self, Grid.play(self, cell).cells, -self.side),
            passed=lambda self: setattr(self, "side", -self.side) or self,
            undo=undo,
        )
        for undo in (
            lambda self, cell: cell is None or Grid.__init__(self, [0 if at == cell else own for at, own in enumerate(self.cells)], -self.side),
            lambda self, cell: Grid.__init__(self, self.cells[:cell] + [0] + self.cells[cell + 1 :], -self.side),
            lambda self, cell: Grid.__init__(self, [0 if at == cell else own for at, own in enumerate(self.cells)], -self.side if cell is not None else 1),
        )
    ],
)

# Classes that only the author can judge.
class Keeps:
    """A heap: a player takes one or two, and whoever takes the last wins and keeps the turn, as with the last box."""

    def __init__(self, heap=7, side=0):
        self.heap, self.side = heap, side

    def moves(self):
        return [taken for taken in (1, 2) if taken <= self.heap]

    def play(self, taken):
        heap = self.heap - taken
        return type(self)(heap, 1 - self.side if heap else self.side)

    def evaluate(self):
        return int(self.heap == 0)

    def key(self):
        return self.heap, self.side

    def turn(self):
        return self.side


QUESTIONS = {
    "a last move that loses where it keeps the turn": (
        "evaluate",
        Keeps,
        [dict(evaluate=lambda self: -(self.heap == 0)), dict(evaluate=lambda self: -1 if not self.moves() else 0),
         dict(evaluate=lambda self: 0 if self.heap else -5)],
    ),
    "a pass of the same side where both have the same moves": (
        "passed",
        Lead,
        [dict(passed=lambda self: type(self)(self.cells, self.side)), dict(passed=copy.copy), dict(passed=copy.deepcopy)],
    ),
    "a side that plays again without turn": ("turn", Seeds, [dict()]),
    "a side that plays again, numbered": ("turn", Numbered, [dict()]),
    "a side that plays again, named": ("turn", Lettered, [dict()]),
    "a check everywhere": ("in_check", Pawns, [dict(in_check=True), dict(in_check=lambda self: True), dict(in_check=lambda self: 1)]),
    "wins of one side alone": (
        "evaluate",
        Grid,
        [
            dict(evaluate=lambda self: -1 if self.won(1) else 0),
            dict(evaluate=lambda self: -1 if self.won(-1) else 0),
            dict(evaluate=lambda self: -self.won(self.cells[0]) if self.cells[0] == 1 else 0),
        ],
    ),
    "the last mover loses": (
        "evaluate",
        Grid,
        [dict(evaluate=lambda self: 1 if self.won(-self.side) else 0), dict(evaluate=lambda self: 50 * self.won(-self.side)), dict(evaluate=lambda self: -Grid.evaluate(self) * self.cells.count(0))],
    ),
    "moves after the end": (
        "moves",
        Grid,
        [
            dict(moves=lambda self: [cell for cell in range(9) if not self.cells[cell]]),
            dict(moves=lambda self: [] if self.won(self.side) else [c for c in range(9) if not self.cells[c]]),
            dict(moves=lambda self: [c for c in range(9) if not self.cells[c]], evaluate=lambda self: -100 * self.won(-self.side)),
        ],
    ),
}

NOTES = {
    "cycles": ("play", Ring, [dict(), dict(values=(0, 1, 2, 3, 4, 5)), dict(moves=lambda self: [1, 5])]),
    "no distance": ("evaluate", Grid, [dict(), dict(evaluate=lambda self: -7 * self.won(-self.side)), dict(key=lambda self: str(self.cells))]),
    "a key without the side": ("key", Ring, [dict(key=lambda self: self.cell), dict(key=lambda self: str(self.cell)), dict(key=lambda self: (self.cell,))]),
}

class Mobile(Grid):
    """The side to play has a value above 0 until the game is lost."""

    def evaluate(self):
        return -100 if self.won(-self.side) else 1 + len(self.moves())


CORRECT = [Keeps(), Grid(), Lead(), Coins(), Coins(9, 1), Ring(), Mobile()] + [
    games.position(name, style)
    for name, style in [("kalah", games.Frozen), ("nim", games.ByTuple), ("othello", games.Named), ("hexapawn", games.ByText),
                        ("a graph with passes", games.ByValue), ("draughts", games.Plain), ("more dots and boxes", games.ByNumber)]
]


def checked(position, **options):
    return lab.check(position, lines=60, seconds=20, **options)


class Check(unittest.TestCase):
    def named(self, kind, table):
        for what, (about, base, ways) in table.items():
            for way, methods in enumerate(ways):
                with self.subTest(what, way=way):
                    found = checked(type("Tried", (base,), methods)())
                    self.assertIn((kind, about), {(finding.kind, finding.about) for finding in found}, found)

    def test_mistakes_are_named(self):
        self.named("mistake", MISTAKES)

    def test_questions_are_asked(self):
        self.named("question", QUESTIONS)

    def test_notes_are_taken(self):
        self.named("note", NOTES)

    def test_correct_classes_have_no_mistakes(self):
        for position in CORRECT:
            with self.subTest(type(position).__name__, rules=getattr(position, "rules", None)):
                self.assertEqual([finding for finding in checked(position) if finding.kind != "note"], [])

    def test_boards_have_no_mistakes(self):
        for board in (chess.Board(), chess.variant.AtomicBoard(), chess.variant.AntichessBoard()):
            found = lab.check(board, lines=3, plies=20, seconds=3)
            self.assertEqual([finding for finding in found if finding.kind != "note"], [])

    def test_rules_judge_the_ends(self):
        def outcome(position):
            return -1 if position.won(-position.side) else None if 0 in position.cells else 0

        self.assertEqual({finding.kind for finding in checked(Grid(), outcome=outcome)}, {"note"})
        ways = [
            dict(evaluate=lambda self: 1 if self.won(-self.side) else 0),
            dict(evaluate=lambda self: 0),
            dict(moves=lambda self: [cell for cell in range(9) if not self.cells[cell]]),
        ]
        for methods in ways:
            found = checked(type("Tried", (Grid,), methods)(), outcome=outcome)
            self.assertIn("mistake", {finding.kind for finding in found})

    def test_the_shortest_line_is_shown(self):
        """The third heap of three has a value out of range: it is two moves from nine."""

        class Nim:
            def __init__(self, heap=9):
                self.heap = heap

            def moves(self):
                return list(range(1, min(3, self.heap) + 1))

            def play(self, taken):
                return Nim(self.heap - taken)

            def evaluate(self):
                return 2_000_000 if self.heap == 3 else -(self.heap == 0)

        found = checked(Nim())
        self.assertEqual([(finding.kind, finding.line) for finding in found], [("mistake", [3, 3])])
        self.assertRegex(str(found[0]), "^mistake: evaluate, after 3 3: evaluate.. returned 2000000. Return a number")


if __name__ == "__main__":
    unittest.main()
