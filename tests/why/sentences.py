"""The sentences of `why`, and what python-chess has to say of each.

A sentence has a form; its form has a judge. A judge returns nothing, raises False_ with the reason, or raises Unjudged
with the reason why nothing can be said.
"""

import re
import sys

import chess

from evaluation import WIN, captures, gain, material, passed, quiet
from mates import Unknown, is_mated, mates

SIDES = {"White": chess.WHITE, "Black": chess.BLACK}
NAMES = {chess.WHITE: "White", chess.BLACK: "Black"}
PIECES = {"pawn": 1, "knight": 2, "bishop": 3, "rook": 4, "queen": 5, "king": 6}


class False_(Exception):
    """The sentence is false."""


class Unjudged(Exception):
    """Nothing can be decided about the sentence, for the given reason."""


def expect(condition, reason):
    if not condition:
        raise False_(reason)


class Place:
    """The position that a sentence refers to: the root, the line from it, and the board; `answers` are those of the
    same visit, and `plies` is the output of the debugger's command `path` at that moment."""

    def __init__(self, root, line, answer, answers, plies):
        self.root, self.line, self.answer, self.answers, self.plies = root, line, answer, answers, plies
        self.board = root.copy(stack=False)
        for move in line:
            self.board.push(move)
        self.move = chess.Move.from_uci(answer["move"])

    def after(self):
        """Return the board after the move that was asked for."""
        board = self.board.copy(stack=False)
        board.push(self.move)
        return board

    def worth(self, value):
        """Convert a value for the root's side to one for the side to play."""
        return value if self.board.turn == self.root.turn else -value


# Parts of sentences.

SIDE = r"(?:White|Black)"
MOVE = r"(?:O-O-O|O-O|[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=[QRBN])?)[+#]?"
LINE = rf"(?:\d+ (?:\.\.\. )?{MOVE}(?: {MOVE})? ?)+"
VALUE = rf"{SIDE} (?:has (?:at least |at most |no more than |no less than )?(?:0|[+-]\d+)|mates in \d+|mates at move \d+|takes the king)(?: \([^)]*\))?"


def san(board, text):
    """Return a move of a sentence, which python-chess must write in the same way."""
    try:
        move = board.parse_san(text)
    except ValueError:
        raise False_(f"{text} is not legal in {board.fen()}") from None
    expect(board.san(move) == text, f"{text} is written {board.san(move)}")
    return move


def after_line(root, text):
    """Return the board after a line such as `1 Nc7+ Kd7 2 Nxa8`."""
    board, number, expected = root.copy(stack=False), 1, True
    for word in text.split():
        if word == "...":
            expect(board.turn == chess.BLACK, f"{text}: it is not Black's move")
        elif word.isdigit():
            expect(int(word) == number + (0 if expected else 1) or int(word) == number, f"{text}: number {word}")
            number, expected = int(word), False
        else:
            board.push(san(board, word))
    return board


def fixed(board, text, what):
    """Judge a mate: it must be proved unless the sentence says that it is only believed."""
    found = re.fullmatch(rf"({SIDE}) mates in (\d+)(?: \((believed|refuted)\))?", text)
    side, moves, mark = SIDES[found[1]], int(found[2]), found[3]
    if mark == "believed":
        return what.add("mate, believed")
    try:
        true = mates(board, moves) if board.turn == side else is_mated(board, moves)
    except Unknown:
        raise Unjudged("mate: the search of the judge gave up") from None
    what.add("mate, refuted" if mark else "mate")
    expect(true != (mark == "refuted"), f"{text}: {'it is a mate' if mark else 'there is none'} in {board.fen()}")
    return None


def king(board, text, what):
    """Judge a captured king: false by the rules, unless the sentence describes the rules."""
    found = re.fullmatch(rf"({SIDE}) takes the king(?: \((believed|by the rules, mate in (\d+))\))?", text)
    if found[2] == "believed":
        return what.add("king, believed")
    expect(found[3], f"{text}: a king is never taken")
    return fixed(board, f"{found[1]} mates in {found[3]}", what)


def pawns_of(text):
    found = re.fullmatch(rf"({SIDE}) has (at least |at most |no more than |no less than )?(0|[+-]\d+)", text)
    return SIDES[found[1]], (found[2] or "").strip(), int(found[3])


def near(board):
    """Return the value for the side to play if it makes one move, and the other side captures what it can."""
    best = -WIN
    for move in board.legal_moves:
        board.push(move)
        best = max(best, WIN if board.is_checkmate() else -quiet(board))
        board.pop()
    return best


def counted(place, board, text, what):
    """Judge pawns at the end of a line: both sides stop capturing there; or, before the horizon, the side to play
    passes, or finds no move that helps."""
    side, about, value = pawns_of(text)
    expect(side == place.root.turn, f"{text}: values are for the side of the root")
    own = 1 if board.turn == side else -1
    counts = [material(board, side), own * near(board)]
    after = passed(board)
    if after is not None:
        counts.append(-own * quiet(after))
    what.add("pawns after a line")
    agrees = {"at least": max(counts) >= value, "at most": min(counts) <= value}
    agrees |= {"": value in counts, "no less than": agrees["at least"], "no more than": agrees["at most"]}
    expect(agrees[about], f"{text}: {counts} in {board.fen()}")


def value(place, board, text, what):
    """Judge a value at the position that a line has reached."""
    if "mates in" in text:
        fixed(board, text, what)
    elif "takes the king" in text:
        king(board, text, what)
    else:
        counted(place, board, text, what)


def passing(board, side, what):
    """Judge a pass that the rules allow, apart from the turn."""
    what.add("pass")
    expect(board.turn == SIDES[side], f"it is not the turn of {side}")
    expect(not board.is_check(), f"{side} is in check in {board.fen()}")
    expect(any(board.legal_moves), f"{side} has no legal move in {board.fen()}")


def null(board):
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


# Forms.


def place_of(place, found, what):
    """Iteration 3, after 1 Nc7+, 2 moves deep plus captures:"""
    board = after_line(place.root, found["line"]) if found["line"] else place.root
    expect(board.fen() == place.board.fen(), "it is another position")
    what.add("place")


def not_legal(place, found, what):
    what.add("not legal")
    expect(place.move not in place.board.legal_moves, "it is legal")
    after = place.after()
    square = chess.parse_square(found["square"])
    expect(chess.piece_name(after.piece_type_at(square)) == found["piece"], f"there is no {found['piece']} on {found['square']}")
    expect(square in after.attackers(after.turn, after.king(not after.turn)), f"{found['square']} does not attack the king")


def not_listed(place, found, what):
    what.add("wins")
    won = gain(place.board, place.move)
    words = found["gains"]
    said = 0 if words == "takes nothing" else 1 if words == "takes a pawn" else int(words.split()[1])
    expect(said == won, f"it gains {won}")
    if found["tries"] == "only captures and promotions to a queen" and place.move.promotion not in (None, chess.QUEEN):
        return what.add("promotion to another piece")
    enough = found["enough"]
    least = 1 if not enough else WIN if "mate" in enough else int(enough.split()[0])
    expect(won < least, f"{won} is enough")


def threatens_nothing(place, found, what):
    """Judge the sentence that the other side can pass without consequences."""
    board = place.after()
    rest = found["nothing"]
    if found["why"] is None:
        expect(board.is_check(), "there is no check, and no reason")
        what.add("pass, impossible")
    elif "stalemate" in found["why"]:
        expect(board.is_stalemate(), "it is no stalemate")
        what.add("stalemate")
    else:
        passing(board, found["other"], what)
        after = null(board)
        for text in (found["captures"] or "").split():
            move = san(after, text)
            expect(gain(after, move) > 0, f"{text} takes nothing")
            after.push(move)
    compared = re.fullmatch(rf"({VALUE}), and (.+) is as good", rest)
    by = re.fullmatch(rf"nothing is better than (.+), (?:by which ({SIDE} .+)|where .+)", rest)
    if compared:
        side, _, bound = pawns_of(compared[1])
        own = bound if place.board.turn == side else -bound
        rival(place, compared[2], what)
        if found["why"] and "stalemate" not in found["why"]:
            what.add("threatens nothing")
            expect(quiet(null(board)) <= own, f"{quiet(null(board))} after the pass, not {own}")
    elif by and by[2]:
        rival(place, by[1], what)
        value(place, place.board, by[2], what)
    elif rest.endswith("is as good"):
        rival(place, rest[: -len(" is as good")], what)
    elif rest.endswith("is mated anyway"):
        raise Unjudged("mate: mated anyway, of unknown length")


def rival(place, text, what):
    """Judge the alternative that a move is compared with: another move, a pass, or a value elsewhere."""
    if text in ("taking nothing",) or text.startswith("what "):
        return what.add("compared with another part of the tree")
    if text == "passing":
        passing(place.board, NAMES[place.board.turn], what)
    else:
        san(place.board, text)


def finding(place, text, what):
    """Judge the other side's answer to the move, and a value."""
    text, *more = text.split("; ")
    for part in more:
        pass_instead(place, part, what)
    side = place.board.turn
    forms = [
        (rf"after ({LINE}), ({SIDE}) mates by ({MOVE})(?:, .+)?", lambda f: mates_by(place, f, what)),
        (rf"after ({LINE}), ({SIDE}) is mated(?:, .+)?", lambda f: mated(place, f, what)),
        (rf"after ({LINE}), ({SIDE}) is in check, and finds no move that saves the king, ({VALUE})", lambda f: in_check(place, f, what)),
        (rf"after ({LINE}), ({SIDE}) is stalemated, but the program has {SIDE} pass", lambda f: stalemated(place, f, what)),
        (rf"after ({LINE}), ({SIDE}) can do no better than pass, and then ({VALUE})", lambda f: passes(place, f, what)),
        (rf"after ({LINE}), ({SIDE}) can do no better than pass(?:, ({VALUE}))?", lambda f: can_pass(place, f, what)),
        (rf"after ({LINE}), ({SIDE}) takes nothing, ({VALUE})", lambda f: value(place, after_line(place.root, f[1]), f[3], what)),
        (rf"after ({LINE}), the position repeats, ({VALUE})", lambda f: repeats(place, f, what)),
        (rf"after ({LINE}), ({SIDE}) already has a nearer mate elsewhere(?:, .+)?", lambda f: elsewhere(place, f, what)),
        (rf"after ({LINE})(.*), and ({SIDE}) does not mate sooner", lambda f: not_sooner(place, f, what)),
        (rf"after ({LINE}), ({VALUE})", lambda f: value(place, after_line(place.root, f[1]), f[2], what)),
        (rf"after ({LINE})(?:, {SIDE} takes nothing)?", lambda f: after_line(place.root, f[1]) and what.add("line")),
    ]
    for form, judge in forms:
        found = re.fullmatch(form, text)
        if found:
            judge(found)
            return
    raise False_(f"unknown finding: {text} ({NAMES[side]})")


def mates_by(place, found, what):
    board = after_line(place.root, found[1])
    board.push(san(board, found[3]))
    what.add("mate")
    expect(board.is_checkmate(), "it is no mate")
    expect(board.turn != SIDES[found[2]], "it is the other side")


def mated(place, found, what):
    board = after_line(place.root, found[1])
    what.add("mate")
    expect(board.is_checkmate() and board.turn == SIDES[found[2]], "it is no mate")


def in_check(place, found, what):
    board = after_line(place.root, found[1])
    what.add("check")
    expect(board.is_check() and board.turn == SIDES[found[2]], "it is no check")
    value(place, board, found[3], what)


def stalemated(place, found, what):
    what.add("stalemate")
    expect(after_line(place.root, found[1]).is_stalemate(), "it is no stalemate")


def passes(place, found, what):
    board = after_line(place.root, found[1])
    passing(board, found[2], what)
    value(place, null(board), found[3], what)


def can_pass(place, found, what):
    board = after_line(place.root, found[1])
    passing(board, found[2], what)
    if found[3] and "has" in found[3]:
        side, about, said = pawns_of(found[3])
        own = quiet(null(board)) * (1 if board.turn != side else -1)
        what.add("pawns after a pass")
        agrees = {"": own == said, "at least": own >= said, "at most": own <= said}
        agrees |= {"no more than": own <= said, "no less than": own >= said}
        expect(agrees[about], f"{found[3]}: {own} in {board.fen()}")
    elif found[3]:
        value(place, board, found[3], what)


def repeats(place, found, what):
    board = after_line(place.root, found[1])
    seen, at = [place.root._transposition_key()], place.root.copy(stack=False)
    for move in [*place.line, place.move]:
        at.push(move)
        seen.append(at._transposition_key())
    what.add("repetition")
    expect(board._transposition_key() in seen[:-1], "it is new")
    expect(pawns_of(found[2])[2] == 0, "a draw is 0")


def elsewhere(place, found, what):
    raise Unjudged("what another part of the tree holds")


def not_sooner(place, found, what):
    after_line(place.root, found[1])
    best = re.search(rf"best(?: so far)? is {MOVE}: {SIDE} mates in (\d+)", place.answer["text"])
    if not best:
        raise Unjudged("what another part of the tree holds")
    what.add("mate, not sooner")
    try:
        sooner = mates(place.board, int(best[1]) - 1, place.move)
    except Unknown:
        raise Unjudged("mate: the search of the judge gave up") from None
    expect(not sooner, f"{place.answer['move']} mates in {int(best[1]) - 1} in {place.board.fen()}")


def pass_instead(place, text, what):
    """; if White passed, White has -9"""
    side = NAMES[place.board.turn]
    if text == f"{side} is in check and cannot pass":
        what.add("pass, impossible")
        expect(place.board.is_check(), "it is no check")
        return
    found = re.fullmatch(rf"{side} must not pass, because (White|Black) would mate( or take the king)?", text)
    if found:
        expect(not place.board.is_check(), f"{side} is in check, and cannot pass")
        what.add("pass")
        try:
            expect(mates(null(place.board), 1), f"{found[1]} does not mate")
        except Unknown:
            raise Unjudged("mate: the search of the judge gave up") from None
        return
    found = re.fullmatch(rf"if {side} took nothing, ({VALUE})", text)
    if found:
        owner, _, said = pawns_of(found[1])
        what.add("pawns")
        return expect(material(place.board, owner) == said, f"{text}: {material(place.board, owner)}")
    found = re.fullmatch(rf"if ({SIDE}) passed, ({VALUE})", text)
    expect(found, f"unknown: {text}")
    passing(place.board, found[1], what)
    owner, about, said = pawns_of(found[2])
    own = quiet(null(place.board)) * (1 if place.board.turn != owner else -1)
    what.add("pawns after a pass")
    agrees = {"": own == said, "no more than": own <= said, "no less than": own >= said}
    expect(agrees[about], f"{text}: {own} in {place.board.fen()}")


def searched(place, found, what):
    san(place.board, found["move"])
    if found["rival"]:
        rival(place, found["rival"], what)
    finding(place, found["finding"], what)


def never_reaches(place, found, what):
    rest = found["first"]
    side, other = NAMES[place.board.turn], NAMES[not place.board.turn]
    by = re.fullmatch(rf"({MOVE}) came first(?:: ({VALUE}))?, and (.+)", rest)
    if by:
        move = san(place.board, by[1])
        if by[2] and "has" in by[2]:
            same_as_answer(place, move, by[2], what)
        elif by[2]:
            value(place, place.board, by[2], what)
        return enough(place, by[3], what)
    by = re.fullmatch(rf"{side} can (pass|stop taking)(?:: ({VALUE}))?, and (.+)", rest)
    if by:
        if by[1] == "pass":
            passing(place.board, side, what)
        if by[2] and "has" in by[2]:
            owner, _, said = pawns_of(by[2])
            after = null(place.board)
            own = quiet(after) * (1 if after.turn == owner else -1) if by[1] == "pass" else material(place.board, owner)
            what.add("pawns after a pass")
            least = own >= said if place.board.turn == owner else own <= said
            expect(least, f"{by[2]}: {own}")
        elif by[2]:
            value(place, place.board, by[2], what)
        return enough(place, by[3], what)
    by = re.fullmatch(rf"{side} mates by ({MOVE})", rest)
    if by:
        after = place.board.copy(stack=False)
        after.push(san(place.board, by[1]))
        what.add("mate")
        return expect(after.is_checkmate(), "it is no mate")
    by = re.fullmatch(rf"{side} takes the king, because ({MOVE}) was not legal", rest)
    if by:
        what.add("not legal")
        return expect(not place.board.is_valid(), "the last move was legal")
    if rest == "the position repeats, which is a draw":
        seen, at = [], place.root.copy(stack=False)
        for move in place.line:
            seen.append(at._transposition_key())
            at.push(move)
        what.add("repetition")
        return expect(at._transposition_key() in seen, "it is new")
    if rest == f"{side} has a nearer mate elsewhere":
        raise Unjudged("what another part of the tree holds")
    return enough(place, rest, what) if other else None


def enough(place, text, what):
    """that is enough, because Black has as much without Nxd5"""
    found = re.fullmatch(rf"that is enough, because {SIDE} has as much without ({MOVE})", text)
    expect(found or text == "nothing can be better", f"unknown: {text}")
    if found:
        before = place.root.copy(stack=False)
        for move in place.line[:-1]:
            before.push(move)
        expect(san(before, found[1]) == place.line[-1], f"the last move was {place.line[-1]}")
    what.add("cut-off")


def same_as_answer(place, move, text, what):
    """Return the pawns of a move that has its own answer in the same visit."""
    own = place.answers.get(move.uci())
    if not own or own["reason"] not in ("best", "worse") or own["iteration"] != place.answer["iteration"]:
        raise Unjudged("pawns of a move whose own answer is of another visit")
    said, there = pawns_of(text)[2], own["value"]
    what.add("pawns of another answer")
    expect(said == there, f"{text}: the answer on {move} has {there}")


def best_is(place, found, what):
    """Judge the last sentence: what the side plays instead."""
    text, move = found["value"], found["move"]
    if move:
        m = san(place.board, move)
        if text is None:
            what.add("cut-off")
        elif " has " in text:
            same_as_answer(place, m, text, what)
        elif "mates in" in text or "takes the king" in text:
            value(place, place.board, text, what)


def no_better(place, found, what):
    text, side = found["value"], NAMES[place.board.turn]
    if found["rival"] == "passing":
        passing(place.board, side, what)
        after = null(place.board)
        if text.startswith("and then "):
            return value(place, after, text[len("and then ") :], what)
        if " has " not in text:
            return value(place, place.board, text, what)
        owner, about, said = pawns_of(text)
        own = quiet(after) * (1 if after.turn == owner else -1)
        what.add("pawns after a pass")
        agrees = {"": own == said, "no more than": own <= said, "no less than": own >= said}
        return expect(agrees[about], f"{text}: {own}")
    return somewhere(place, text, what)


def somewhere(place, text, what):
    """Judge the value of an earlier position on the line, with the same side to play."""
    found = re.fullmatch(rf"({SIDE}) mates at move (\d+)(?: elsewhere)?", text)
    if found:
        at, black = place.root.copy(stack=False), int(place.root.turn == chess.BLACK)
        what.add("mate")
        boards = [at.copy(stack=False)]
        for move in place.line:
            at.push(move)
            boards.append(at.copy(stack=False))
        for ply, board in enumerate(boards):
            # The ply of the mating move, from the number of its move.
            last = 2 * (int(found[2]) - 1) - black + (SIDES[found[1]] == chess.BLACK)
            moves = (last - ply) // 2 + 1
            try:
                if moves >= 0 and (mates(board, moves) if board.turn == SIDES[found[1]] else is_mated(board, moves)):
                    return
            except Unknown:
                raise Unjudged("mate: the search of the judge gave up") from None
        raise False_(f"{text}: no position on the way has it")
    if "mates in" in text:
        return value(place, place.board, text, what)
    if " has " not in text:
        raise Unjudged("mate: of unknown length, elsewhere")
    # The same side's best value so far, at an earlier position.
    ours = len(place.line) % 2
    bests = [ply["best"] for ply in place.plies[ours : len(place.line) : 2] if ply["best"] is not None]
    if not bests:
        raise Unjudged("the best of another position, which the path does not show")
    what.add("pawns elsewhere")
    return expect(place.worth(pawns_of(text)[2]) == max(bests), f"{text}: the path has {bests}")


def taking_nothing(place, found, what):
    text = found["value"]
    if " has " not in text:
        return value(place, place.board, text, what)
    owner, _, said = pawns_of(text)
    what.add("pawns")
    return expect(material(place.board, owner) == said, f"{text}: {material(place.board, owner)}")


def open_(place, found, what):
    san(place.board, found["move"])
    what.add("open")


BEST = r"(?: so far)?"
FORMS = {
    "place": (rf"Iteration \d+, (?:at the root|after (?P<line>{LINE})), (?:captures only|(?:one move|\d+ moves) deep plus captures):", place_of),
    "cannot play": (rf"{SIDE} cannot play \S+: {SIDE}'s (?P<piece>\w+) on (?P<square>[a-h][1-8]) would take the king\.", not_legal),
    "does not look at": (rf"{SIDE} does not look at (?P<move>{MOVE}): [^;]*?(?:tries (?P<tries>[^;]+)); {MOVE} (?P<gains>takes nothing|takes a pawn|takes \d+ pawns' worth)(?:, and only (?P<enough>a mate would be better|\d+ pawns' worth or more would be enough))?\.", not_listed),
    "tests": (
        rf"{SIDE} tests (?P<move>{MOVE})(?: in iteration \d+)? and does not search it(?P<why>, because (?:(?P<other>{SIDE}) can pass(?:, and (?P<captures>{MOVE}(?: {MOVE})*) follows?)?|the program does not recognise stalemate, and has {SIDE} pass))?: (?P<nothing>.+)\.",
        threatens_nothing,
    ),
    "searches": (rf"{SIDE} searches (?P<move>{MOVE}), and it is no better than (?P<rival>.+?): (?P<finding>.+)\.", searched),
    "best for a time": (rf"{SIDE} searches (?P<move>{MOVE}), which is (?P<rival>)the best move for a time: (?P<finding>.+)\.", searched),
    "is the best move": (rf"(?P<move>{MOVE}) is {SIDE}'s best move(?P<rival>){BEST}: (?P<finding>.+?)\.(?: That is enough: {SIDE} has as much elsewhere\.)?", searched),
    "never reaches": (rf"{SIDE} never reaches (?P<move>{MOVE}): (?P<first>.+)\.", never_reaches),
    "best is": (rf"{SIDE}'s best{BEST} is (?P<move>{MOVE})(?:: (?P<value>.+)|, and that is enough)\.", best_is),
    "taking nothing": (rf"Taking nothing is {SIDE}'s best{BEST}: (?P<value>.+)\.", taking_nothing),
    "no move is better": (rf"No move of {SIDE} is better{BEST} than (?P<rival>passing|what {SIDE} has elsewhere)(?:: |, )(?P<value>.+)\.", no_better),
    "open": (rf"The search ended before {SIDE} reached (?P<move>{MOVE})\.", open_),
}
FORMS = {name: (re.compile(form), judge) for name, (form, judge) in FORMS.items()}


def judge(place, sentence, what, forms=FORMS):
    """Return the form of a sentence; raise False_ or Unjudged. `what` receives the kinds of its claims."""
    for name, (form, judged) in forms.items():
        found = form.fullmatch(sentence)
        if found:
            try:
                judged(place, found, what)
            except (False_, Unjudged) as error:
                error.form = name
                raise
            return name
    error = False_("its form is unknown")
    error.form = "unknown"
    raise error


if __name__ == "__main__":
    sys.exit("started by judge.py")
