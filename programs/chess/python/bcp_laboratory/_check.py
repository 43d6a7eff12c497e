"""check(), which tests a class before a search relies on it."""

from __future__ import annotations

import copy
import itertools
import operator
import random
import time
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Any, Callable, Iterator, NamedTuple, Optional

from ._search import LimitError, as_game, get, search
from ._native import searches

RANGE = 1_000_000
EXACT = {"minimax", "pvs", "alpha-beta", "alpha-beta-memory", "mtd", "sss", "dual", "fast:none"}


@dataclass(frozen=True)
class Finding:
    """What check() has found.

    kind    "mistake"; "question", where only the author knows what the rules are; or "note", on what is right but
            matters to some searches
    about   the method
    line    the moves of the shortest line that shows it
    text    what is found
    fix     what to do
    """

    kind: str
    about: str
    line: list[Any]
    text: str
    fix: str

    def __str__(self) -> str:
        where = " ".join(map(str, self.line)) or "no moves"
        return f"{self.kind}: {self.about}, after {where}: {self.text}. {self.fix}."


class _Mistake(Exception):
    """A mistake was found, and the line cannot be followed further."""


class _View(NamedTuple):
    """The answers of the methods for a position."""

    moves: list[Any]
    value: int
    turn: Any
    key: Any


class _Seen(NamedTuple):
    """The first position with a certain key."""

    line: list[Any]
    position: Any
    view: _View
    side: int


class _Pair(NamedTuple):
    """The signs of two neighbouring values that are not 0: whether the same side is to play, and whether the signs
    agree with it."""

    same: bool
    agrees: bool
    positive: bool
    line: list[Any]


class _Passed(NamedTuple):
    """Counts of what a pass left unchanged: a value other than 0, all answers, and all answers after a second pass."""

    value: Optional[bool]
    everything: bool
    back: bool
    line: list[Any]


def check(
    position: Any,
    *,
    lines: int = 1_000,
    plies: int = 60,
    seconds: float = 10.0,
    seed: int = 0,
    outcome: Optional[Callable[[Any], Optional[int]]] = None,
) -> list[Finding]:
    """Try a class before a search believes it: the mistakes, questions and notes, in this order.

    The nearest positions and then random lines are visited: at most lines, each of at most plies, for about so many
    seconds. seed selects the lines. Then every search runs on some of the positions.

    outcome, if given, says what the rules say of a position: None if the game goes on, otherwise a number above 0, 0 or
    below 0 if the side to play has won, drawn or lost.
    """
    game = as_game(position)
    if outcome is None and game is not position:
        outcome = _outcome
    checker = _Checker(game, plies, outcome)
    checker.run(lines, time.monotonic() + seconds, random.Random(seed))
    order = ["mistake", "question", "note"]
    return sorted(checker.found.values(), key=lambda finding: order.index(finding.kind))


def _outcome(position: Any) -> Optional[int]:
    over = position.board.outcome()
    return None if over is None else 0 if over.winner is None else 1 if over.winner == position.board.turn else -1


class _Checker:
    def __init__(self, root: Any, plies: int, outcome: Optional[Callable[[Any], Optional[int]]]) -> None:
        self.root, self.plies, self.outcome = root, plies, outcome
        kind: Any = type(root)
        self.undo = hasattr(root, "undo")
        equal = kind.__eq__ is not object.__eq__ and kind.__hash__ not in (None, object.__hash__)
        self.keyed = hasattr(root, "key")
        self.compares = self.keyed or equal and not self.undo
        self.found: dict[tuple[str, str, str], Finding] = {}
        self.seen: dict[tuple[Any, int], _Seen] = {}
        # A copy that is never queried, from which lines begin where nothing can have been cached.
        self.untouched = copied(root)
        # Counts of values by their use: of neighbours, of ends with the side to play, of all others, and after passing.
        self.pairs: dict[Any, _Pair] = {}
        self.ends: list[tuple[int, int, list[Any]]] = []
        # Values of final positions for whoever moved last, who may keep the turn.
        self.last: list[int] = []
        self.open: list[tuple[int, list[Any]]] = []
        self.passes: list[_Passed] = []
        self.steps: list[tuple[bool, dict[str, tuple[Any, Any]], list[Any]]] = []
        self.apart: list[bool] = []
        self.turns: set[str] = set()
        self.checks: list[bool] = []

    def report(self, kind: str, about: str, line: list[Any], text: str, fix: str) -> None:
        """Keep the shortest line for each finding."""
        known = self.found.get((kind, about, fix))
        if known is None or len(line) < len(known.line):
            self.found[kind, about, fix] = Finding(kind, about, list(line), text, fix)

    def wrong(self, about: str, line: list[Any], text: str, fix: str) -> _Mistake:
        self.report("mistake", about, line, text, fix)
        return _Mistake()

    def run(self, lines: int, until: float, drawn: random.Random) -> None:
        visited: list[tuple[list[Any], Any]] = []
        if self.undo and copied(self.root) is self.root:
            text = "nothing is checked, since copy.deepcopy() cannot copy the position"
            self.report("note", "undo", [], text, "Define __deepcopy__ to check a class with undo()")
            return
        try:
            self.near(until - (until - time.monotonic()) / 2, visited)
            for _ in range(lines):
                if time.monotonic() > until or any(finding.kind == "mistake" for finding in self.found.values()):
                    break
                visited += self.line(drawn)
        except _Mistake:
            return
        self.judge_values()
        if not any(finding.kind == "mistake" for finding in self.found.values()):
            for line, position in [([], self.fresh()), *drawn.sample(visited, min(3, len(visited)))]:
                self.search(line, position)

    def fresh(self) -> Any:
        return copied(self.root) if self.undo else self.root

    # Lines

    def near(self, until: float, visited: list[tuple[list[Any], Any]]) -> None:
        """Visit the nearest positions first, so that a short line shows each mistake."""
        waiting = deque([([], self.fresh(), 0, [])])  # type: ignore[var-annotated]
        for _ in range(1_000):
            if not waiting or time.monotonic() > until:
                return
            line, position, side, path = waiting.popleft()
            view = self.visit(position, line, side, path)
            self.uncached(line, view)
            visited.append((line, position))
            for move in view.moves:
                after, other = self.step(position, view, line, move, side)
                if len(waiting) < 1_000:
                    waiting.append(([*line, move], after, other, [*path, (view.key, side)]))

    def line(self, drawn: random.Random) -> list[tuple[list[Any], Any]]:
        """Follow a random line, and then the same line again."""
        position, side, line, path = self.fresh(), 0, [], []  # type: ignore[var-annotated]
        before: list[tuple[list[Any], Any, _View]] = []
        for _ in range(self.plies):
            view = self.visit(position, line, side, path)
            before.append((list(line), position, view))
            if not view.moves:
                break
            move = drawn.choice(view.moves)
            after, other = self.step(position, view, line, move, side)
            path.append((view.key, side))
            line.append(move)
            position, side = after, other
        for at, (start, earlier, view) in enumerate(before):
            if not self.unchanged(earlier, view, start):
                raise self.changed(line[: at + 2])
        self.uncached(before[-1][0], before[-1][2])
        again = self.fresh()
        for start, _, view in before:
            now = self.look(again, start)
            if now._replace(key=None) != view._replace(key=None):
                text = "the same moves lead to another position the second time"
                raise self.wrong("play", start, text, "Let equal moves have equal effects, without random numbers")
            if now.key == view.key and self.compares and hash(now.key) != hash(view.key):
                fix = "Let __hash__ depend on what __eq__ compares alone"
                raise self.wrong("key", start, "two equal positions or keys have different hashes", fix)
            if now.key != view.key:
                fix = "Return values such as a tuple, not objects that are only equal to themselves"
                raise self.wrong("key", start, "the same moves lead to another key the second time", fix)
            if len(start) < len(line):
                again = self.after(again, now.moves[now.moves.index(line[len(start)])], start)
        return [(start, earlier) for start, earlier, _ in before]

    def uncached(self, line: list[Any], view: _View) -> None:
        """Compare a position with the same one reached without any queries on the way."""
        position = copied(self.untouched)
        if position is self.untouched:
            return
        for at, move in enumerate(line):
            position = self.after(position, move, line[:at])
        now = self.look(position, line)
        for about in ("moves", "value", "turn"):
            if getattr(now, about) != getattr(view, about):
                about = about.replace("value", "evaluate")
                text = f"{about}() answers otherwise if nothing is asked on the way"
                fix = "Let play() copy no answers that have been kept, and keep nothing outside the position"
                raise self.wrong(about, line, text, fix)

    def changed(self, line: list[Any]) -> _Mistake:
        fix = "Copy lists, sets, dicts and arrays, such as by copy.deepcopy, before the new position changes them"
        return self.wrong("play", line, "play() changes the position on which it is called", fix)

    def after(self, position: Any, move: Any, line: list[Any]) -> Any:
        """Return the position after a move."""
        target = copied(position) if self.undo else position
        try:
            after = target.play(move)
        except Exception as error:
            raise self.wrong("play", [*line, move], f"play() raised {error!r}", "Let play() accept each of moves()")
        if self.undo and (after is None or after is target):
            return target
        if after is None or after is position:
            text = "play() returned None" if after is None else "play() returned the same object"
            raise self.wrong("play", [*line, move], text, "Return a new position, or define undo(move)")
        return after

    def step(self, position: Any, view: _View, line: list[Any], move: Any, side: int) -> tuple[Any, int]:
        """Return the position after a move, and its side."""
        after = self.after(position, move, line)
        if not self.unchanged(position, view, line):
            raise self.changed([*line, move])
        if self.undo:
            self.take_back(position, view, line, move)
        now = self.look(after, [*line, move])
        same = view.turn is not None and view.turn == now.turn
        kept = (view.value > 0) == (now.value > 0) if view.value and now.value else None
        if kept is not None and now.moves:
            pair = _Pair(same, kept == same, now.value > 0, [*line, move])
            self.pairs[tuple(line) if view.key is None else view.key, move] = pair
        if kept is not None and not hasattr(position, "turn"):
            self.steps.append((kept, attributes(position, after), [*line, move]))
        if view.moves and now.moves:
            self.apart.append(set(view.moves).isdisjoint(now.moves))
        return after, side if same else 1 - side

    def take_back(self, position: Any, view: _View, line: list[Any], move: Any) -> None:
        """Undo a move, or None for a pass, if it has changed the position."""
        target, said, fix = copied(position), "undo(move)", "Let undo(move) restore all that play(move) changes"
        if move is None and None not in view.moves:
            said, fix = "undo(None)", "Let undo(None) restore what passed() changes"
            after = get(target, "passed")
        else:
            after = target.play(move)
        if after is not None and after is not target:
            return
        try:
            target.undo(move)
        except Exception as error:
            raise self.wrong("undo", [*line, move], f"{said} raised {error!r}", fix)
        if not self.unchanged(target, view, line):
            raise self.wrong("undo", [*line, move], f"{said} does not restore the position", fix)

    # Positions

    def ask(self, position: Any, name: str, line: list[Any]) -> Any:
        try:
            return get(position, name)
        except Exception as error:
            raise self.wrong(name, line, f"{name}() raised {error!r}", f"Let {name}() answer in every position")

    def moves(self, position: Any, line: list[Any], name: str = "moves") -> list[Any]:
        listed = self.ask(position, name, line)
        try:
            moves = list(itertools.islice(listed, 100_001))
        except TypeError:
            text = f"{name}() returned {listed!r:.60}"
            raise self.wrong(name, line, text, "Return a list of moves; an empty one if the game is over")
        if isinstance(listed, (set, frozenset)):
            text = f"{name}() returned a set, whose order may be another in the next process"
            self.report("note", name, line, text, "To find the same again, sort the moves")
        if len(moves) > 100_000:
            raise self.wrong(name, line, f"{name}() does not end", "Return a finite list")
        for move in moves:
            if not hashable(move):
                raise self.wrong(name, line, f"the move {move!r:.60} has no hash", "Use a tuple or a string as a move")
        return moves

    def look(self, position: Any, line: list[Any]) -> _View:
        """Query all methods of a position."""
        moves = self.moves(position, line)
        value = self.ask(position, "evaluate", line)
        text = f"evaluate() returned {value!r:.60}"
        try:
            value = operator.index(value)
        except TypeError:
            raise self.wrong("evaluate", line, text, "Return a whole number, such as round(100 * value)")
        if not -RANGE < value < RANGE:
            fix = f"Return a number between -{RANGE} and {RANGE}, also for wins"
            raise self.wrong("evaluate", line, text, fix)
        turn = self.ask(position, "turn", line) if hasattr(position, "turn") else None
        self.turns.add(repr(turn))
        key = self.ask(position, "key", line) if self.keyed else position if self.compares else None
        if self.compares and (key is None or not hashable(key)):
            fix = "Let key() return a value with a hash, such as a tuple, or bytes of an array"
            raise self.wrong("key", line, f"the key {key!r:.60} is None or has no hash", fix)
        return _View(moves, value, turn, key)

    def steady(self, view: _View, again: _View, line: list[Any]) -> None:
        """Compare two answers of a position between which no move was played."""
        if view.moves != again.moves:
            text, fix = "moves() returns other moves in a second call", "List the moves without random numbers"
            if list(map(repr, view.moves)) == list(map(repr, again.moves)) or set(view.moves).isdisjoint(again.moves):
                fix = "List equal moves: give their class __eq__ and __hash__, as dataclass(frozen=True) does"
            if view.moves and not again.moves:
                text, fix = "moves() returns nothing in a second call", "Return a list: an iterator ends when it is used"
            elif set(view.moves) == set(again.moves):
                text, fix = "moves() returns another order in a second call", "Sort the moves: a set has no order"
            raise self.wrong("moves", line, text, fix)
        if view.value != again.value:
            text = f"evaluate() returned {view.value}, then {again.value}"
            raise self.wrong("evaluate", line, text, "Let the value depend on the position alone, and change nothing")
        if view != again:
            about = "key" if view.key != again.key else "turn"
            raise self.wrong(about, line, f"{about}() changes from call to call", "Let it depend on the position alone")

    def unchanged(self, position: Any, view: _View, line: list[Any]) -> bool:
        """Return whether a position still answers as before the moves that were played from it."""
        now = self.look(position, line)
        if now == view:
            return True
        # Random answers can have agreed by chance when the position was visited.
        for _ in range(10):
            self.steady(now, self.look(position, line), line)
        return False

    def visit(self, position: Any, line: list[Any], side: int, path: list[tuple[Any, int]]) -> _View:
        """Check all answers of one position."""
        view = self.look(position, line)
        self.steady(view, self.look(position, line), line)
        if len(set(view.moves)) < len(view.moves):
            twice = next(move for at, move in enumerate(view.moves) if move in view.moves[:at])
            fix = "Let a move contain all that distinguishes it, such as the piece of a promotion"
            raise self.wrong("moves", line, f"moves() returned two equal moves {twice!r:.60}", fix)
        self.hooks(position, view, line)
        if self.compares:
            self.same(position, view, line, side, path)
        if view.moves:
            self.open.append((view.value, list(line)))
        else:
            self.ends.append((view.value, side, list(line)))
            keeps = bool(path) and path[-1][1] == side
            self.last.append(view.value if keeps else -view.value)
        if self.outcome is not None:
            self.rules(self.outcome(position), view, line)
        return view

    def hooks(self, position: Any, view: _View, line: list[Any]) -> None:
        if hasattr(position, "in_check"):
            said = self.ask(position, "in_check", line)
            if callable(said):
                raise self.wrong("in_check", line, f"in_check() returned {said!r:.60}", "Call it: return True or False")
            self.checks.append(bool(said))
        if hasattr(position, "captures"):
            captures = self.moves(position, line, "captures")
            if not set(captures) <= set(view.moves) or len(set(captures)) < len(captures):
                fix = "Return a part of moves(), each move once; rename an attribute that means something else"
                raise self.wrong("captures", line, "captures() returned moves that are not in moves()", fix)
        if not hasattr(position, "passed") or hasattr(position, "in_check") and get(position, "in_check"):
            return
        passed = self.passed(position, line)
        if passed is None:
            return
        if not hasattr(passed, "moves") or passed is position and not self.undo:
            text = f"passed() returned {passed!r:.60}"
            fix = "Return a new position with the other side to play, or None; rename an attribute with this name"
            raise self.wrong("passed", line, text, fix)
        if self.undo:
            self.take_back(position, view, line, None)
        now = self.look(passed, line)
        if view.turn is not None and now.turn == view.turn:
            fix = "Return the position with the other side to play"
            raise self.wrong("passed", line, "passed() returned a position of the same side", fix)
        if not self.unchanged(position, view, line):
            raise self.wrong("passed", line, "passed() changes the position", "Change a copy, or define undo(move)")
        twice = self.passed(passed, line)
        if twice is not None:
            back = self.look(twice, line)
            restored = back.value == view.value and back.moves == view.moves
            value = now.value == view.value if view.value else None
            everything = now._replace(turn=None) == view._replace(turn=None)
            self.passes.append(_Passed(value, everything, restored, list(line)))

    def passed(self, position: Any, line: list[Any]) -> Any:
        target = copied(position) if self.undo else position
        return self.ask(target, "passed", line)

    def rules(self, said: Optional[int], view: _View, line: list[Any]) -> None:
        if (said is not None) != (not view.moves):
            text = "moves() returned moves" if view.moves else "moves() returned no moves"
            says = "goes on" if said is None else "is over"
            raise self.wrong("moves", line, f"{text}, but the game {says} by its rules", "Return no moves only at the end")
        if said is not None and ((said > 0) - (said < 0)) != (view.value > 0) - (view.value < 0):
            text = f"evaluate() returned {view.value} at the end of the game, but by the rules it is {said}"
            raise self.wrong("evaluate", line, text, "Return the value for the side to play, which has lost if it is mated")

    # Keys

    def same(self, position: Any, view: _View, line: list[Any], side: int, path: list[tuple[Any, int]]) -> None:
        """Compare the position with the first one that had the same key."""
        if (view.key, side) in path:
            text = "the position has occurred before on the line"
            fix = "Searches with the prefix fast: may use deeper results of a table, and quiesce and conspiracy may not end"
            self.report("note", "play", line, text, fix)
        first = self.seen.setdefault((view.key, side), _Seen(list(line), position, view, side))
        other = self.seen.get((view.key, 1 - side))
        if other is not None and (other.view.value, set(other.view.moves)) != (view.value, set(view.moves)):
            fix = "The searches add the side to play; no change is necessary"
            self.report("note", "key", line, "equal keys with different sides to play", fix)
        if first.position is position or len(first.line) == len(line) == 0:
            return
        what = differs(first.view, view)
        if what is None and self.comparisons():
            what = self.below(first.position, position, line, 2)
        if what is not None:
            text = f"the position after {' '.join(map(str, first.line)) or 'no moves'} has the same key, but other {what}"
            fix = "Let key(), or __eq__ and __hash__, contain all that moves() and evaluate() depend on"
            raise self.wrong("key", line, text, fix)

    def comparisons(self) -> bool:
        """Compare the trees below the first pairs."""
        self.compared = getattr(self, "compared", 0) + 1
        return self.compared <= 300

    def below(self, first: Any, second: Any, line: list[Any], depth: int) -> Optional[str]:
        """Return the difference between the trees below two positions, of which the first moves are tried."""
        one, two = self.look(first, line), self.look(second, line)
        what = differs(one, two)
        if what is not None or depth == 0:
            return what
        for move in one.moves[:6]:
            own = two.moves[two.moves.index(move)]
            what = self.below(self.after(first, move, line), self.after(second, own, line), [*line, move], depth - 1)
            if what is not None:
                return what if "after" in what else f"{what} after {move}"
        return None

    # Values

    def judge_values(self) -> None:
        fix = "Return the value for the side to play: negate it when the other side is to play"
        valued = [passed for passed in self.passes if passed.value is not None]
        same = [passed.line for passed in valued if passed.value]
        lost = [passed.line for passed in self.passes if not passed.back]
        text = "passing twice leads to another position"
        about = "Let passed() change the side to play, and nothing else"
        if len(lost) >= 3 and len(lost) >= 0.5 * len(self.passes):
            self.report("mistake", "passed", lost[0], text, about)
        elif all(passed.everything for passed in self.passes):
            # If both sides have the same moves, as in Nim, the side need not be visible.
            if len(self.passes) >= 3:
                kind = "mistake" if sum(self.apart) >= 0.5 * len(self.apart) else "question"
                text = "passed() returns a position with the same key, moves and value"
                self.report(kind, "passed", self.passes[0].line, text, about)
        elif len(same) >= 3 and len(same) >= 0.9 * len(valued):
            self.report("mistake", "evaluate", same[0], "the value is the same after passing, for the other side", fix)
        pairs = list(self.pairs.values())
        positive = sum(pair.positive for pair in pairs)
        rare = 0.1 * len(pairs)
        if len(pairs) >= 30 and sum(pair.agrees for pair in pairs) <= rare < positive < len(pairs) - rare:
            text = "the value keeps its sign from move to move, although the side to play changes"
            self.report("mistake", "evaluate", [], text, fix)
        self.judge_turns(pairs)
        if len(self.checks) >= 30 and all(self.checks):
            fix_check = "Return True only if the side to play must answer a threat"
            self.report("question", "in_check", [], "in_check() is true in every position, so that no side passes", fix_check)
        decided = [(value, side, line) for value, side, line in self.ends if value]
        shortest = min((line for _, _, line in decided), key=len, default=[])
        winners = {(value > 0) == (side == 0) for value, side, _ in decided}
        sides = [side for _, side, _ in decided]
        both = len(decided) >= 10 and min(sides.count(0), sides.count(1)) >= 3
        if both and len(winners) == 1:
            text = "by the values, the same side wins every game, whatever is played"
            self.report("mistake", "evaluate", shortest, text, fix)
        elif both and all(value <= 0 for value in self.last):
            text = "by the values, whoever makes the last move always loses"
            self.report("question", "evaluate", shortest, text, "Negate the value, unless the rules say so")
        drawn = [(side, line) for value, side, line in self.ends if not value and side not in sides]
        if len(decided) >= 10 and len(drawn) >= 10 and len(winners) == 1:
            text = "by the values, only one side ever wins, and games that the other side ends are drawn"
            self.report("question", "evaluate", min((line for _, line in drawn), key=len), text, "See whether it may have won")
        self.judge_wins(decided)

    def judge_turns(self, pairs: list[_Pair]) -> None:
        """Report whether turn(), or an attribute in a class without turn(), identifies the side to play."""
        about = "Let turn() return the side to play, and evaluate() the value for that side"
        again = [pair for pair in pairs if pair.same]
        if hasattr(self.root, "turn") and len(self.turns) == 1 and len(self.open) >= 10:
            self.report("mistake", "turn", [], f"turn() is always {min(self.turns)}", about)
        elif len(again) >= 5 and sum(pair.agrees for pair in again) <= 0.3 * len(again):
            line = next(pair.line for pair in again if not pair.agrees)
            self.report("mistake", "turn", line, "turn() stays the same, but the value changes its sign", about)
        for name in {name for _, told, _ in self.steps for name in told}:
            told = [(kept, *told[name], line) for kept, told, line in self.steps if name in told]
            stays = [(kept, line) for kept, before, after, line in told if before == after]
            kept = sum(kept for kept, _ in stays)
            changes = len(told) - len(stays)
            flips = changes - sum(kept for kept, before, after, _ in told if before != after)
            two = len({value for _, before, after, _ in told for value in (before, after)}) == 2
            if two and len(stays) >= 5 and kept >= 0.8 * len(stays) and flips >= max(5, 0.5 * changes):
                text = f"{name} stays the same, and so does the sign of the value"
                line = next(line for kept, line in stays if kept)
                self.report("question", "turn", line, text, "If the same side plays again, define turn()")

    def judge_wins(self, decided: list[tuple[int, int, list[Any]]]) -> None:
        sizes = {abs(value) for value, _ in self.open} | {abs(value) for value, _, _ in self.ends}
        most = max(sizes, default=0)
        won = [line for value, line in self.open if abs(value) == most]
        rare = 0 < len(won) < 0.5 * len(self.open)
        if most and rare and all(10 * size <= most for size in sizes - {most}):
            text = f"moves() returned moves in a position with the value of a won game, {most}"
            self.report("question", "moves", min(won, key=len), text, "Return no moves once the game is over")
        lengths = {len(line) for _, _, line in decided}
        if len(lengths) > 1 and len({abs(value) for value, _, _ in decided}) == 1:
            text = "a win is worth the same however far it is"
            fix = f"To prefer the nearest, search with wins={abs(decided[0][0])}"
            self.report("note", "evaluate", min((line for _, _, line in decided), key=len), text, fix)

    # Searches

    def search(self, line: list[Any], position: Any) -> None:
        """Run every search on a position, and compare the exact ones with minimax."""
        plain = not any(hasattr(position, hook) for hook in ("captures", "in_check"))
        cyclic = any(finding.kind == "note" and finding.about == "play" for finding in self.found.values())
        right = self.minimax(position, line, 2) if plain and len(self.moves(position, line)) <= 40 else None
        for name in [name for name, _ in searches() if not name.startswith("version")] + ["fast:none", "fast:r2"]:
            try:
                found = search(name, position, 2, nodes=3_000, calls=100)
            except LimitError:
                continue
            except Exception as error:
                if "requires a game in which a side can pass" not in str(error):
                    self.report("mistake", f"the search {name}", line, repr(error), "See the message")
                continue
            if right is not None and name in EXACT and not (cyclic and name.startswith("fast")) and found.value != right:
                text = f"the value is {found.value}, but minimax gives {right}"
                self.report("mistake", f"the search {name}", line, text, "Check key(), and what play() shares")

    def minimax(self, position: Any, line: list[Any], depth: int) -> int:
        view = self.look(position, line)
        if depth <= 0 or not view.moves:
            return view.value
        values = []
        for move in view.moves:
            after = self.after(position, move, line)
            now = self.look(after, [*line, move])
            if view.turn is None or view.turn != now.turn:
                values.append(-self.minimax(after, [*line, move], depth - 1))
            else:
                # Between two moves of one side the other side passes.
                values.append(self.minimax(after, [*line, move], depth - 2))
        return max(values)


def differs(one: _View, two: _View) -> Optional[str]:
    if one.value != two.value:
        return "values"
    if set(one.moves) != set(two.moves):
        return "moves"
    return "sides to play" if one.turn != two.turn else None


def copied(position: Any) -> Any:
    """Return a copy, or the position itself if it cannot be copied."""
    try:
        return copy.deepcopy(position)
    except Exception:
        return position


def attributes(position: Any, after: Any) -> dict[str, tuple[Any, Any]]:
    """Return the attributes of a position that may identify its side to play, with those of the next position."""
    names = [*getattr(position, "__dict__", ()), *getattr(type(position), "__slots__", ())]
    both = {name: (getattr(position, name, None), getattr(after, name, None)) for name in names}
    return {name: pair for name, pair in both.items() if all(isinstance(value, (int, str, Enum)) for value in pair)}


def hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
