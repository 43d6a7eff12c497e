"""Sixty games, each as functions of a state that is a tuple, and the ways in which a class can tell that two states
are the same. Values are for the side to play."""

import dataclasses
import itertools
import random
from typing import NamedTuple

import chess


class Rules:
    """By default, a game won by whoever moves last, without passes."""

    depth = 9
    # True if a position may be reached by different numbers of moves.
    cycles = False
    # Number of plies within which a win is to be proved.
    proof = 5
    start = ()

    def evaluate(self, state):
        return 0 if self.moves(state) else -1


class Rows(Rules):
    """Marks on a board of bits for each side: a row wins or, in misère, loses."""

    def __init__(self, width, height, length, depth, gravity=False, misere=False, start=(0, 0)):
        self.width, self.height, self.depth, self.gravity, self.misere = width, height, depth, gravity, misere
        self.start = start
        self.rows = []
        for x, y, (dx, dy) in itertools.product(range(width), range(height), [(1, 0), (0, 1), (1, 1), (1, -1)]):
            cells = [(x + dx * i, y + dy * i) for i in range(length)]
            if all(0 <= a < width and 0 <= b < height for a, b in cells):
                self.rows.append(sum(1 << (b * width + a) for a, b in cells))

    def over(self, state):
        return any(state[1] & row == row for row in self.rows)

    def moves(self, state):
        taken = state[0] | state[1]
        if self.over(state):
            return []
        if self.gravity:
            free = [[y * self.width + x for y in range(self.height)] for x in range(self.width)]
            return [cells[0] for cells in ([c for c in column if not taken >> c & 1] for column in free) if cells]
        return [c for c in range(self.width * self.height) if not taken >> c & 1]

    def play(self, state, move):
        return (state[1], state[0] | 1 << move)

    def evaluate(self, state):
        if self.over(state):
            return 100 if self.misere else -100
        return sum(bin(state[0] & row).count("1") - bin(state[1] & row).count("1") for row in self.rows)


class Nim(Rules):
    proof = 9

    def __init__(self, heaps, most=99, misere=False):
        self.start, self.most, self.misere = heaps, most, misere

    def moves(self, state):
        return [(i, n) for i, heap in enumerate(state) for n in range(1, min(heap, self.most) + 1)]

    def play(self, state, move):
        return tuple(heap - move[1] * (i == move[0]) for i, heap in enumerate(state))

    def evaluate(self, state):
        return super().evaluate(state) * (-1 if self.misere else 1)


class Kayles(Rules):
    proof = 9
    start = (1, 5)

    def moves(self, state):
        return [(i, at, n) for i, row in enumerate(state) for n in (1, 2) for at in range(row - n + 1)]

    def play(self, state, move):
        i, at, n = move
        parts = [*state[:i], at, state[i] - at - n, *state[i + 1 :]]
        return tuple(sorted(part for part in parts if part))


class Chomp(Rules):
    proof = 11
    start = (4, 3, 2)

    def moves(self, state):
        return [(r, c) for r, row in enumerate(state) for c in range(row) if (r, c) != (0, 0)]

    def play(self, state, move):
        return tuple(min(row, move[1]) if r >= move[0] else row for r, row in enumerate(state))


class Domineering(Rules):
    """The first side places its dominoes vertically, the second one horizontally."""

    def __init__(self, size, depth):
        self.size, self.depth, self.start = size, depth, (0, 0)

    def moves(self, state):
        taken, turn = state
        dx, dy = (0, 1) if turn == 0 else (1, 0)
        cell = lambda x, y: 1 << (y * self.size + x)
        places = itertools.product(range(self.size - dx), range(self.size - dy))
        both = [cell(x, y) | cell(x + dx, y + dy) for x, y in places]
        return [domino for domino in both if not taken & domino]

    def play(self, state, move):
        return (state[0] | move, 1 - state[1])


class Sim(Rules):
    """Lines between six points: whoever completes a triangle of his own loses."""

    start = ((), ())
    depth = 3

    def moves(self, state):
        mine, other = state
        if self.lost(other):
            return []
        return [line for line in itertools.combinations(range(6), 2) if line not in mine and line not in other]

    def lost(self, lines):
        return any(a < b < c and {(a, b), (a, c), (b, c)} <= set(lines) for a, b in lines for c in range(6))

    def play(self, state, move):
        return (state[1], tuple(sorted((*state[0], move))))

    def evaluate(self, state):
        return 1 if self.lost(state[1]) else 0


class Hex(Rules):
    """On a board of three by three, the first side connects left and right, the second one top and bottom."""

    depth = 3
    start = ((0,) * 9, 1)

    def joined(self, cells, side):
        at = lambda i: (i % 3, i // 3) if side == 1 else (i // 3, i % 3)
        reached = {i for i in range(9) if cells[i] == side and at(i)[0] == 0}
        for _ in range(9):
            near = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
            places = {(i % 3 + dx, i // 3 + dy) for i in reached for dx, dy in near}
            reached |= {i for i in range(9) if cells[i] == side and (i % 3, i // 3) in places}
        return any(at(i)[0] == 2 for i in reached)

    def moves(self, state):
        return [] if self.joined(state[0], -state[1]) else [i for i in range(9) if not state[0][i]]

    def play(self, state, move):
        cells, turn = state
        return (tuple(turn if i == move else cell for i, cell in enumerate(cells)), -turn)

    def evaluate(self, state):
        return -1 if self.joined(state[0], -state[1]) else 0


class Pawns(Rules):
    """A game with pawns only, which win on the last rank or by leaving no move."""

    def __init__(self, width, height, depth):
        self.width, self.height, self.depth = width, height, depth
        cells = [0] * (width * height)
        cells[:width], cells[-width:] = [1] * width, [-1] * width
        self.start = (tuple(cells), 1)

    def moves(self, state):
        cells, turn = state
        last = cells[:: 1][-self.width :] if turn == -1 else cells[: self.width]
        if -turn in last:
            return []
        found = []
        for at, cell in enumerate(cells):
            x, y = at % self.width, at // self.width + turn
            if cell != turn or not 0 <= y < self.height:
                continue
            for dx in (-1, 0, 1):
                to = y * self.width + x + dx
                if 0 <= x + dx < self.width and cells[to] == (0 if dx == 0 else -turn):
                    found.append((at, to))
        return found

    def play(self, state, move):
        cells = list(state[0])
        cells[move[1]], cells[move[0]] = cells[move[0]], 0
        return (tuple(cells), -state[1])

    def evaluate(self, state):
        return -100 if not self.moves(state) else state[1] * sum(state[0])


class Draughts(Rules):
    """Draughts on six by six with men and kings; captures are forced. A jump is one move, after which the other side
    plays."""

    depth = 4

    def __init__(self, start):
        self.start = start

    def steps(self, cells, turn):
        jumps, walks = [], []
        for at, cell in enumerate(cells):
            if cell * turn <= 0:
                continue
            x, y = at % 6, at // 6
            for dy in (-1, 1) if abs(cell) == 2 else (turn,):
                for dx in (-1, 1):
                    over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                    inside = lambda p: 0 <= p[0] < 6 and 0 <= p[1] < 6
                    if inside(over) and not cells[over[1] * 6 + over[0]]:
                        walks.append((at, over[1] * 6 + over[0], None))
                    elif inside(to) and cells[over[1] * 6 + over[0]] * turn < 0 and not cells[to[1] * 6 + to[0]]:
                        jumps.append((at, to[1] * 6 + to[0], over[1] * 6 + over[0]))
        return jumps or walks

    def moves(self, state):
        return self.steps(*state)

    def play(self, state, move):
        cells, turn = list(state[0]), state[1]
        at, to, taken = move
        crowned = to // 6 == (5 if turn == 1 else 0)
        cells[to] = 2 * turn if crowned else cells[at]
        cells[at] = 0
        if taken is not None:
            cells[taken] = 0
        return (tuple(cells), -turn)

    def evaluate(self, state):
        cells, turn = state
        return turn * sum((0, 1, 5, -5, -1)[cell] for cell in cells) if self.moves(state) else -100


class Crowning(Rules):
    """A game in which either side can crown men of both sides."""

    depth = 5
    start = ((1, -1, -1, 1, -1), 1)

    def moves(self, state):
        return [i for i, cell in enumerate(state[0]) if cell in (1, -1)]

    def play(self, state, move):
        return (tuple(cell * 2 if i == move else cell for i, cell in enumerate(state[0])), -state[1])

    def evaluate(self, state):
        worth = {0: 0, 1: 1, 2: 5, -1: -1, -2: -5}
        return state[1] * sum(worth[cell] * (i + 1) for i, cell in enumerate(state[0]))


class Othello(Rules):
    """On a board of four by four. A side without a move lists the pass, unless the game is over."""

    depth = 5
    start = ((0, 0, 0, 0, 0, 1, -1, 0, 0, -1, 1, 0, 0, 0, 0, 0), 1)

    def flips(self, cells, turn, at):
        if cells[at]:
            return []
        found = []
        for dx, dy in itertools.product((-1, 0, 1), repeat=2):
            x, y, line = at % 4 + dx, at // 4 + dy, []
            while (dx or dy) and 0 <= x < 4 and 0 <= y < 4 and cells[y * 4 + x] == -turn:
                line.append(y * 4 + x)
                x, y = x + dx, y + dy
            if 0 <= x < 4 and 0 <= y < 4 and cells[y * 4 + x] == turn:
                found += line
        return found

    def moves(self, state):
        cells, turn = state
        own = [at for at in range(16) if self.flips(cells, turn, at)]
        if own:
            return own
        return ["pass"] if any(self.flips(cells, -turn, at) for at in range(16)) else []

    def play(self, state, move):
        cells, turn = state
        if move == "pass":
            return (cells, -turn)
        flipped = {move, *self.flips(cells, turn, move)}
        return (tuple(turn if i in flipped else cell for i, cell in enumerate(cells)), -turn)

    def evaluate(self, state):
        return state[1] * sum(state[0])


class Amazons(Rules):
    """A queen moves, and shoots from its new square."""

    def __init__(self, size, amazons, depth):
        self.size, self.depth = size, depth
        self.start = (tuple(amazons.get((x, y), 0) for y in range(size) for x in range(size)), 1)

    def rays(self, cells, at):
        for dx, dy in itertools.product((-1, 0, 1), repeat=2):
            x, y = at % self.size + dx, at // self.size + dy
            while (dx or dy) and 0 <= x < self.size and 0 <= y < self.size and not cells[y * self.size + x]:
                yield y * self.size + x
                x, y = x + dx, y + dy

    def moves(self, state):
        cells, turn = state
        found = []
        for at in (i for i, cell in enumerate(cells) if cell == turn):
            free = tuple(0 if i == at else cell for i, cell in enumerate(cells))
            found += [(at, to, shot) for to in self.rays(cells, at) for shot in self.rays(free, to)]
        return found

    def play(self, state, move):
        cells, turn = list(state[0]), state[1]
        cells[move[0]], cells[move[1]] = 0, turn
        cells[move[2]] = 9
        return (tuple(cells), -turn)

    def evaluate(self, state):
        cells, turn = state
        count = lambda side: sum(1 for i, cell in enumerate(cells) if cell == side for _ in self.rays(cells, i))
        return count(turn) - count(-turn)


class Kalah(Rules):
    """A side whose last seed falls into its store plays again."""

    def __init__(self, pits, seeds, depth):
        self.pits, self.depth = pits, depth
        self.start = ((seeds,) * pits + (0,) + (seeds,) * pits + (0,), 0)

    def turn(self, state):
        return state[1]

    def moves(self, state):
        cells, turn = state
        first = turn * (self.pits + 1)
        return [i for i in range(first, first + self.pits) if cells[i]]

    def play(self, state, move):
        cells, turn = list(state[0]), state[1]
        store, foreign = turn * (self.pits + 1) + self.pits, (1 - turn) * (self.pits + 1) + self.pits
        seeds, cells[move], at = cells[move], 0, move
        while seeds:
            at = (at + 1) % len(cells)
            if at != foreign:
                cells[at] += 1
                seeds -= 1
        own = turn * (self.pits + 1) <= at < store
        if own and cells[at] == 1 and cells[2 * self.pits - at]:
            cells[store] += 1 + cells[2 * self.pits - at]
            cells[at] = cells[2 * self.pits - at] = 0
        return (tuple(cells), turn if at == store else 1 - turn)

    def evaluate(self, state):
        cells, turn = state
        stores = cells[self.pits], cells[-1]
        return stores[turn] - stores[1 - turn]


class Boxes(Rules):
    """Dots and boxes: whoever closes a box plays again."""

    def __init__(self, width, height, depth):
        self.depth, self.start = depth, ((), 0, 0)
        across = [("a", x, y) for x in range(width) for y in range(height + 1)]
        down = [("d", x, y) for x in range(width + 1) for y in range(height)]
        self.lines = across + down
        places = itertools.product(range(width), range(height))
        self.boxes = [{("a", x, y), ("a", x, y + 1), ("d", x, y), ("d", x + 1, y)} for x, y in places]

    def turn(self, state):
        return state[2]

    def moves(self, state):
        return [line for line in self.lines if line not in state[0]]

    def play(self, state, move):
        drawn = tuple(sorted((*state[0], move)))
        closed = sum(1 for box in self.boxes if move in box and box <= set(drawn))
        ahead, turn = state[1], state[2]
        return (drawn, ahead + closed * (1 - 2 * turn), turn if closed else 1 - turn)

    def evaluate(self, state):
        return state[1] * (1 - 2 * state[2])


class Dag(Rules):
    """A random graph in which many paths meet; its values are -2 to 2."""

    depth = 6

    def __init__(self, seed, width=5, passes=False):
        drawn = random.Random(seed)
        self.next = {(p, n): sorted(drawn.sample(range(width), drawn.randint(1, 3))) for p in range(6) for n in range(width)}
        self.value = {(p, n, t): drawn.randint(-2, 2) for p in range(7) for n in range(width) for t in (-1, 1)}
        self.may_pass = {(p, n): drawn.random() < 0.6 for p in range(7) for n in range(width)}
        self.start, self.passes = (0, 0, 1), passes

    def moves(self, state):
        return self.next.get(state[:2], [])

    def play(self, state, move):
        return (state[0] + 1, move, -state[2])

    def evaluate(self, state):
        return self.value[state] * state[2]

    def passed(self, state):
        return (state[0], state[1], -state[2]) if self.passes and self.may_pass[state[:2]] else None


class Wander(Rules):
    """A random graph with cycles; at some of its nodes the same side plays again, or may pass."""

    depth = 5
    cycles = True

    def __init__(self, seed, turns=False, passes=False, places=6):
        drawn = random.Random(seed)
        self.next = {p: sorted(drawn.sample(range(places), drawn.randint(0 if p else 2, 3))) for p in range(places)}
        self.value = {(p, side): drawn.randint(-3, 3) for p in range(places) for side in (-1, 1)}
        again = {p for p in range(places) if turns and drawn.random() < 0.4}
        may_pass = {p for p in range(places) if drawn.random() < 0.6}
        self.again, self.start = again, (0, 1)
        if turns:
            self.turn = lambda state: state[1]
        if passes:
            self.passed = lambda state: (state[0], -state[1]) if state[0] in may_pass else None

    def moves(self, state):
        return self.next[state[0]]

    def play(self, state, move):
        return (move, state[1] if move in self.again else -state[1])

    def evaluate(self, state):
        return self.value[state] * state[1]


class Chess(Rules):
    """Chess by python-chess; a state is a FEN. A null move in check, or one that exposes a king to capture, is never
    made."""

    values = {1: 100, 2: 320, 3: 330, 4: 500, 5: 950, 6: 0}

    def __init__(self, fen, depth=2):
        self.start, self.depth = (fen,), depth

    def board(self, state):
        board = chess.Board(state[0])
        assert not board.was_into_check(), state
        return board

    def moves(self, state):
        return list(self.board(state).legal_moves)

    def play(self, state, move):
        board = self.board(state)
        board.push(move)
        return (board.fen(),)

    def evaluate(self, state):
        board = self.board(state)
        if board.is_checkmate():
            return -10_000
        pieces = board.piece_map().values()
        return sum(self.values[piece.piece_type] * (1 if piece.color == board.turn else -1) for piece in pieces)

    def passed(self, state):
        board = self.board(state)
        if board.is_check():
            return None
        board.push(chess.Move.null())
        return (board.fen(),)


MEN = {1: 1, 3: 1, 5: 1, 6: 1, 8: 2, 15: -1, 27: -1, 29: -2, 32: -1, 34: -1}
TEN = {(3, 0): 1, (6, 0): 1, (0, 3): 1, (9, 3): 1, (3, 9): -1, (6, 9): -1, (0, 6): -1, (9, 6): -1}

GAMES = {
    "tic-tac-toe": Rows(3, 3, 3, 4),
    "corner against edge": Rows(3, 3, 3, 5, start=(1, 2)),
    "misere tic-tac-toe": Rows(3, 3, 3, 4, misere=True),
    "connect four": Rows(7, 6, 4, 3, gravity=True),
    "connect three": Rows(4, 4, 3, 5, gravity=True),
    "gomoku": Rows(5, 5, 4, 2),
    "a wide board": Rows(64, 1, 2, 2),
    "nim": Nim((1, 2, 4)),
    "misere nim": Nim((1, 2, 2), misere=True),
    "take three": Nim((13,), most=3),
    "kayles": Kayles(),
    "chomp": Chomp(),
    "domineering": Domineering(4, 4),
    "sim": Sim(),
    "hex": Hex(),
    "hexapawn": Pawns(3, 3, 8),
    "breakthrough": Pawns(4, 5, 4),
    "draughts": Draughts((tuple(MEN.get(i, 0) for i in range(36)), 1)),
    "draughts with kings": Draughts((tuple(2 * MEN.get(i, 0) // abs(MEN.get(i, 1)) for i in range(36)), -1)),
    "crowning": Crowning(),
    "othello": Othello(),
    "amazons": Amazons(10, TEN, 1),
    "small amazons": Amazons(4, {(0, 0): 1, (3, 3): -1}, 2),
    "kalah": Kalah(4, 2, 6),
    "small kalah": Kalah(2, 3, 8),
    "dots and boxes": Boxes(2, 1, 6),
    "more dots and boxes": Boxes(2, 2, 3),
    "a graph": Dag(1),
    "another graph": Dag(2),
    "a graph with passes": Dag(3, passes=True),
    "chess": Chess("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1"),
    "an ending": Chess("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", 4),
    "pawns": Chess("8/1p3k2/8/2P5/8/8/5K2/8 b - - 0 1", 3),
}

GAMES |= {f"cycles {seed}": Wander(seed) for seed in range(10)}
GAMES |= {f"cycles with passes {seed}": Wander(seed, passes=True) for seed in range(10, 20)}
GAMES |= {f"cycles with changing sides {seed}": Wander(seed, turns=True) for seed in range(20, 30)}


def number(state):
    """Return the state as one long number: bitboards and other parts side by side, 64 bits each."""
    total = 1
    for part in leaves(state):
        total = total << 64 | part & (1 << 64) - 1
    return total


def leaves(part):
    if isinstance(part, int):
        return [part]
    parts = part.encode() if isinstance(part, str) else part
    return [len(parts)] + [leaf for part in parts for leaf in leaves(part)]


class Plain:
    """A position of any of the games, whose class defines no equality."""

    __slots__ = ("rules", "state")

    def __init__(self, rules, state):
        self.rules, self.state = rules, state

    def with_state(self, state):
        return type(self)(self.rules, state)

    def moves(self):
        return self.rules.moves(self.state)

    def play(self, move):
        return self.with_state(self.rules.play(self.state, move))

    def evaluate(self):
        return self.rules.evaluate(self.state)


class ByTuple(Plain):
    def key(self):
        return self.state


class ByNumber(Plain):
    def key(self):
        return number(self.state)


class ByText(Plain):
    def key(self):
        return repr(self.state)


class ByValue(Plain):
    """A position compared by contents, with a weak hash."""

    def __eq__(self, other):
        return self.state == other.state

    def __hash__(self):
        return len(repr(self.state)) % 3


class EqualAlone(Plain):
    def __eq__(self, other):
        return self.state == other.state


@dataclasses.dataclass(frozen=True)
class Frozen:
    rules: Rules
    state: tuple
    with_state, moves, play, evaluate = Plain.with_state, Plain.moves, Plain.play, Plain.evaluate


class Named(NamedTuple):
    rules: Rules
    state: tuple
    with_state, moves, play, evaluate = Plain.with_state, Plain.moves, Plain.play, Plain.evaluate


STYLES = [Plain, ByTuple, ByNumber, ByText, ByValue, EqualAlone, Frozen, Named]


def position(name, style):
    """Return the start of a game as an object of a style of class that has the optional methods which the game needs.
    """
    rules = GAMES[name]
    hooks = {}
    if hasattr(rules, "turn"):
        hooks["turn"] = lambda self: self.rules.turn(self.state)
    if hasattr(rules, "passed"):
        hooks["passed"] = lambda self: next(map(self.with_state, filter(None, [self.rules.passed(self.state)])), None)
    if hooks and style is not Named:
        style = type(style.__name__, (style,), hooks)
    elif hooks:
        style = type("Named", (Named,), {**hooks, "__slots__": ()})
    return style(rules, rules.start)


def same_side(rules, state, after):
    return hasattr(rules, "turn") and rules.turn(state) == rules.turn(after)


def minimax(rules, state, depth):
    """Return the value by its definition. Between two moves of one side the other side passes, unless the game is
    over."""
    moves = rules.moves(state) if depth > 0 else []
    if not moves:
        return rules.evaluate(state)
    values = []
    for move in moves:
        after = rules.play(state, move)
        if not same_side(rules, state, after):
            values.append(-minimax(rules, after, depth - 1))
        elif depth >= 2 and rules.moves(after):
            values.append(minimax(rules, after, depth - 2))
        else:
            values.append(rules.evaluate(after))
    return max(values)


def wins(rules, state, depth, proves=True):
    """Return whether the side to play at first reaches an end with a value above 0 within a number of plies."""
    moves = rules.moves(state)
    if not moves:
        return (rules.evaluate(state) > 0) == proves and rules.evaluate(state) != 0
    if depth <= 0:
        return False
    for move in moves:
        after = rules.play(state, move)
        if not same_side(rules, state, after):
            won = wins(rules, after, depth - 1, not proves)
        elif rules.moves(after):
            won = depth >= 2 and wins(rules, after, depth - 2, proves)
        else:
            won = wins(rules, after, 0, proves)
        if won == proves:
            return proves
    return not proves


def quiesce(rules, state, depth):
    """Return the value of null-move quiescence with a depth limit and without bounds (Beal 1990, Fig. 5)."""
    if depth == 0:
        return rules.evaluate(state)
    passed = rules.passed(state)
    values = [] if passed is None else [-rules.evaluate(passed)]
    values += [-quiesce(rules, rules.play(state, move), depth - 1) for move in rules.moves(state)]
    return max(values, default=rules.evaluate(state))
