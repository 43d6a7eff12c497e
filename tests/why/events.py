"""What the debugger says of the events of a search, and what python-chess has to say of it.

The moves that lead to an event are those of `path` at its instruction. What a sentence says of chess is judged by the
rules; a number of the search, where captures alone do not decide it, must be the one that the event has.
"""

import re

import chess

from evaluation import WIN, captures, material, quiet
from mates import Unknown, is_mated  # evaluation has made it known
from mates import mates as has_mate
from sentences import MOVE, NAMES, SIDE, SIDES, VALUE, False_, Place, Unjudged, expect, fixed, king, null, pawns_of, san

PIECES = {"pawn": chess.PAWN, "knight": chess.KNIGHT, "bishop": chess.BISHOP, "rook": chess.ROOK, "queen": chess.QUEEN}
WRITTEN = r"\S+"


class Moment(Place):
    """The state at an event: the root, the moves and passes played, the board, and the event; or the same at a
    moment without an event."""

    def __init__(self, root, plies, event=None):
        board, self.line, self.boards = root.copy(stack=False), [], []
        self.root, self.plies, self.event, self.shown = root, plies, event, []
        for ply in plies:
            text = ply["move"] or "in"
            if text.startswith("in "):
                break
            if text == "null":
                self.boards.append(board.copy(stack=False))
                self.line.append(chess.Move.null())
                board.push(chess.Move.null())
                continue
            move, *passed = text.split()
            for one in [chess.Move.from_uci(move), *[chess.Move.null() for _ in passed]]:
                if one and one not in board.pseudo_legal_moves:
                    becomes = re.search("=([QRBN])", ply["text"])
                    one = chess.Move.from_uci(move[:4] + (becomes[1].lower() if becomes else "q"))
                expect(not one or one in board.pseudo_legal_moves, f"{one} is no move of {board.fen()}")
                if one:
                    self.shown.append((board.copy(stack=False), one, ply))
                self.boards.append(board.copy(stack=False))
                self.line.append(one)
                board.push(one)
        self.board = board
        if event is None:
            return
        expect(board.turn == SIDES[event["side"].title()], f"the turn is that of {event['side']}")
        self.move = self.moved(event.get("move"))

    def moved(self, text):
        """Return the move of an event, with the promotion that the program omits."""
        if text is None:
            return None
        move = chess.Move.from_uci(text)
        return move if move in self.board.pseudo_legal_moves else chess.Move.from_uci(f"{text[:4]}q")

    def own(self, value):
        """Convert a value for the root's side to one for the side to play."""
        return value if self.board.turn == self.root.turn else -value

    def written(self):
        """Return the line in the notation of the sentences."""
        words, first = [], int(self.root.turn == chess.BLACK)
        for index, (board, move) in enumerate(zip(self.boards, self.line), first):
            if index % 2 == 0:
                words.append(f"{index // 2 + 1}")
            elif index == first:
                words.append(f"{index // 2 + 1} ...")
            words.append(name(board, move))
        return " ".join(words)


def name(board, move):
    if not move:
        return "pass"
    if move in board.legal_moves:
        return board.san(move)
    # An illegal move that leaves the king to be captured, or a move after such a one.
    piece = board.piece_at(move.from_square).symbol().upper().replace("P", "")
    becomes = f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else ""
    return f"{piece}{chess.square_name(move.from_square)}{'x' if board.is_capture(move) else '-'}{chess.square_name(move.to_square)}{becomes}"


def move(moment, text, what):
    """Judge the move of the event: its notation, and its legality if it is written as a legal move."""
    expect(moment.move in moment.board.pseudo_legal_moves, f"{moment.move} is no move")
    expect(text == name(moment.board, moment.move), f"{text} is written {name(moment.board, moment.move)}")
    what.add("move")


def last(moment, text):
    """Return the last move before a pass."""
    at = max(index for index, one in enumerate(moment.line) if one)
    expect(text == name(moment.boards[at], moment.line[at]), f"{text} is {name(moment.boards[at], moment.line[at])}")
    return at


def not_legal(moment, found, what):
    expect(moment.move not in moment.board.legal_moves, f"{moment.move} is legal")
    move(moment, found["move"], what)
    what.add("not legal")


def legal(moment, found, what):
    expect(moment.move in moment.board.legal_moves, f"{moment.move} is not legal")
    move(moment, found["move"], what)


def takes(moment, found, what):
    move(moment, found["move"], what)
    en_passant = moment.board.is_en_passant(moment.move)
    taken = chess.PAWN if en_passant else moment.board.piece_type_at(moment.move.to_square)
    said = PIECES[found["piece"]] if found["piece"] else None
    expect(said == (None if taken == chess.KING else taken), f"it takes {taken and chess.piece_name(taken)}")
    what.add("takes")


def outcome(moment, board, text, what):
    """Judge a value at the current position: a mate by the rules, or the pawns of the event."""
    if "mates in" in text:
        return fixed(board, text, what)
    if "takes the king" in text:
        return king(board, text, what)
    side, _, pawns = pawns_of(text)
    expect(side == moment.root.turn, "values are for the side of the root")
    what.add("pawns of the event")
    return expect(pawns in (moment.event.get("value"), moment.event.get("score"), moment.event.get("best")), f"the event has {moment.event}")


def pawns_after(board, text, what, value=quiet):
    """Judge a value in pawns that is decided by captures alone, or by captures and a mate in one."""
    side, about, said = pawns_of(text)
    true = value(board) * (1 if board.turn == side else -1)
    what.add("pawns after captures")
    agrees = {"": said == true, "at least": true >= said, "at most": true <= said}
    expect(agrees[about], f"{text}: captures give {true} in {board.fen()}")


def repeats(moment, found, what):
    expect(found["line"] == moment.written(), f"the line is {moment.written()}")
    key = moment.board._transposition_key()
    expect(any(board._transposition_key() == key for board in moment.boards), "it is new")
    what.add("repetition")


def stops(moment, found, what):
    side, _, said = pawns_of(found["value"])
    expect(said == material(moment.board, side), f"material is {material(moment.board, side)}")
    what.add("material")


def king_after_a_pass(moment, found, what):
    expect(moment.line and not moment.line[-1] and moment.boards[-1].is_check(), "nobody passed in check")
    what.add("pass, impossible")


def king_after_a_move(moment, found, what):
    at = last(moment, found["move"])
    expect(at == len(moment.line) - 1 and moment.line[at] not in moment.boards[at].legal_moves, "the last move was legal")
    what.add("not legal")


def captures_end(moment, found, what):
    outcome(moment, moment.board, found["value"], what)
    if " has " in found["value"]:
        pawns_after(moment.board, found["value"], what, lambda board: captures(board, -WIN, WIN))


def captures_end_with_the_king(moment, found, what):
    expect(moment.board.was_into_check(), f"no king can be taken in {moment.board.fen()}")
    what.add("not legal")


def captures_change_nothing(moment, found, what):
    elsewhere(moment, found["value"], what)


def elsewhere(moment, text, what):
    text = re.sub(r"\.?$", "", text)
    if " mates at move " in text:
        mated_somewhere(moment, text.removesuffix(" elsewhere"), what)
    elif " has " in text:
        what.add("pawns of the event")
        said = pawns_of(text.removesuffix(" elsewhere"))[2]
        bounds = [moment.own(moment.plies[-1]["alpha"])] if moment.plies[-1]["alpha"] is not None else []
        bounds += [moment.event.get(key) for key in ("value", "low", "high", "best", "score")]
        expect(said in bounds, f"the event has {moment.event}, the path {moment.plies[-1]}")
    else:
        expect(text.removesuffix(" elsewhere").endswith("takes the king (believed)"), f"unknown: {text}")
        what.add("king, believed")


def mated_somewhere(moment, text, what):
    """Judge a mate that a side had, by moves numbered from the root, at a position on the way or after another move
    there."""
    found = re.fullmatch(rf"({SIDE}) mates at move (\d+)", text)
    side, number, black = SIDES[found[1]], int(found[2]), int(moment.root.turn == chess.BLACK)
    last = 2 * (number - 1) - black + (side == chess.BLACK)
    what.add("mate elsewhere")
    for ply, board in enumerate([*moment.boards, moment.board]):
        beside = [board.copy(stack=False) for _ in board.legal_moves]
        for other, one in zip(beside, board.legal_moves):
            other.push(one)
        for at, here in [(ply, board), *((ply + 1, other) for other in beside)]:
            moves = (last - at) // 2 + 1
            try:
                if moves >= 0 and (has_mate(here, moves) if here.turn == side else is_mated(here, moves)):
                    return
            except Unknown:
                raise Unjudged("mate: the search of the judge gave up") from None
    raise False_(f"{text}: no position on the way or beside it has it")


def check(moment, found, what):
    last(moment, found["move"])
    expect(moment.board.is_check(), "it is no check")
    what.add("check")


def mates(moment, found, what):
    if found["line"]:
        expect(found["line"] == moment.written(), f"the line is {moment.written()}")
    after = moment.board.copy(stack=False)
    after.push(san(after, found["move"]))
    expect(after.is_checkmate(), "it is no mate")
    what.add("mate")


def iteration(moment, found, what):
    expect(int(found["number"]) == moment.event["depth"], f"the event has {moment.event['depth']}")
    outcome(moment, moment.root, found["value"], what)


def node(moment, found, what):
    expect((found["line"] or "") == moment.written(), f"the line is {moment.written()}")
    expect(moment.board.is_valid(), "it is no position")
    what.add("place")
    if found["low"]:
        elsewhere(moment, found["low"], what)
    if found["high"]:
        text = re.sub(rf"^({SIDE}) allows (?:that |no more than )", "", found["high"])
        elsewhere(moment, text if " " in text else f"{NAMES[moment.root.turn]} has {text}", what)


def in_check(moment, found, what):
    expect(moment.board.is_check(), "it is no check")
    what.add("pass, impossible")


def passes(moment, found, what):
    board = moment.board
    expect(not board.is_check(), "it is in check")
    what.add("pass")
    after, words = null(board), found["gain"]
    if found["won"] or "gains nothing" in words:
        won = 0 if "nothing" in words else 1 if found["won"] == "a pawn" else int(found["won"].split()[0])
        own = moment.own(moment.event["value"])
        expect(max(0, material(board, board.turn) - own) == won, f"the event has {own}, material {material(board, board.turn)}")
        expect(quiet(after) == -own, f"captures give {quiet(after)} after the pass, not {-own}, in {board.fen()}")
    else:
        outcome(moment, after, words, what)
    if found["value"] and " has " in found["value"]:
        outcome(moment, board, found["value"], what)
    elif found["value"]:
        elsewhere(moment, found["value"], what)
    enough(moment, found["enough"], what)


def passes_in_vain(moment, found, what):
    expect(not moment.board.is_check(), "it is in check")
    what.add("pass")
    elsewhere(moment, found["value"], what)
    if " has " in found["value"]:
        said = moment.own(pawns_of(found["value"])[2])
        true = -quiet(null(moment.board))
        what.add("pawns after captures")
        expect(true <= said, f"after a pass captures give {true}, more than {said}, in {moment.board.fen()}")


def enough(moment, text, what):
    if text:
        what.add("cut-off")
        without = re.search(rf"without ({WRITTEN})\.$", text)
        if without:
            last(moment, without[1])


def after_the_move(moment):
    board = moment.board.copy(stack=False)
    board.push(moment.move)
    return board


def not_searched(moment, found, what):
    legal(moment, found, what)
    board = after_the_move(moment)
    expect(not board.is_check(), "it gives check")
    what.add("pass")
    if found["value"] and " has " in found["value"]:
        said = moment.own(pawns_of(found["value"].replace("has still ", "has "))[2])
        true = quiet(null(board))
        what.add("pawns after captures")
        expect(true <= said, f"captures give {true}, more than {said}, in {board.fen()}")
    elif found["value"]:
        elsewhere(moment, found["value"], what)


def gives_check(moment, found, what):
    legal(moment, found, what)
    expect(after_the_move(moment).is_check(), "it is no check")
    what.add("check")


def threatens(moment, found, what):
    legal(moment, found, what)
    board = after_the_move(moment)
    expect(not board.is_check(), "it gives check")
    what.add("pass")
    outcome(moment, null(board), found["value"], what)
    if " has " in found["value"]:
        pawns_after(null(board), found["value"], what)


def valued(moment, found, what):
    move(moment, found["move"], what)
    if found["value"]:
        outcome(moment, moment.board, found["value"], what)
    if "enough" in found.re.groupindex:
        enough(moment, found["enough"], what)


def no_better(moment, found, what):
    move(moment, found["move"], what)
    elsewhere(moment, found["value"], what)


def told(moment, found, what):
    what.add("what the search does")


SEARCHED = r"(?:captures only|one move deep plus captures|\d+ moves deep plus captures)"
ELSEWHERE = rf"(?:{VALUE}|{SIDE} mates at move \d+|{SIDE} takes the king \(believed\))"
ENOUGH = r"(?P<enough> That is enough(?:: .+)?\.)?"
FORMS = {
    "repeats": (rf"After (?P<line>.+), the position repeats: a draw\.", repeats),
    "question": (rf"What if {SIDE} passes\?|Does {SIDE} mate in one\?", told),
    "lists": (rf"{SIDE} lists its moves: which of them threaten something\?|One move above the capture search, {SIDE} tries .+", told),
    "not legal": (rf"{SIDE} (?:tests|tries) (?P<move>{WRITTEN}), which is not legal\.", not_legal),
    "tests": (rf"What does {SIDE} gain by (?P<move>{WRITTEN}) if {SIDE} passes\?", legal),
    "searches": (rf"{SIDE} searches (?P<move>{WRITTEN}), {SEARCHED}\.", legal),
    "tries": (rf"{SIDE} (?:tries|looks at) (?P<move>[^\s,]+?)(?:, which takes (?:a|the) (?P<piece>\w+))?\.", takes),
    "stops": (rf"{SIDE} can stop capturing here: (?P<value>{VALUE})\.", stops),
    "king after a pass": (rf"{SIDE} takes the king: {SIDE} cannot pass\.", king_after_a_pass),
    "king after a move": (rf"{SIDE} takes the king: {SIDE}'s (?P<move>{WRITTEN}) was not legal\.", king_after_a_move),
    "captures end, king": (rf"{SIDE}'s captures end: {SIDE}'s king could be taken\.", captures_end_with_the_king),
    "captures end": (rf"{SIDE}'s captures end: (?P<value>{VALUE})\.", captures_end),
    "captures change nothing": (rf"{SIDE}'s captures end and change nothing: (?P<value>.+)\.", captures_change_nothing),
    "check": (rf"{SIDE}'s (?P<move>{WRITTEN}) gives check: is it mate\?", check),
    "mates": (rf"(?:After (?P<line>.+), )?{SIDE} mates by (?P<move>{MOVE})\.", mates),
    "dropped": (rf"{SIDE}'s moves stored here are discarded, .+", told),
    "kept": (rf"{SIDE}'s move goes into the stored tree.*|The stored tree is full: .+", told),
    "iteration": (rf"Iteration (?P<number>\d+) ends: (?P<value>{VALUE})\.", iteration),
    "node": (rf"(?:After (?P<line>.+): )?{SIDE} to play, {SEARCHED}\.(?: (?P<low>{ELSEWHERE} elsewhere))?(?:(?:,|) (?P<high>{SIDE} allows .+?))?\.?", node),
    "pass, as much elsewhere": (rf"{SIDE} passes, but has as much elsewhere: (?P<value>{ELSEWHERE})\.", passes_in_vain),
    "pass in check": (rf"{SIDE} is in check and cannot pass\.", in_check),
    "pass": (rf"{SIDE} passes: (?P<gain>{SIDE} (?:wins (?P<won>a pawn|\d+ pawns' worth)|gains nothing)|{VALUE})\.(?: (?P<value>{ELSEWHERE}(?: elsewhere)?)\.)?{ENOUGH}", passes),
    "not searched": (rf"{SIDE}'s (?P<move>{WRITTEN}) is not searched(?:, because if {SIDE} passes, (?P<value>{SIDE} has (?:no more than |still )?\S+), as without it \(a null-move cut-off\)|: if {SIDE} passes, it changes nothing\. .+)\.", not_searched),
    "gives check": (rf"{SIDE}'s (?P<move>{WRITTEN}) gives check, so {SIDE} cannot pass; the move is eligible, and is searched\.", gives_check),
    "threatens": (rf"{SIDE}'s (?P<move>{WRITTEN}) threatens something: if {SIDE} passes, (?P<value>{VALUE})\. The move is eligible, and is searched\.", threatens),
    "best so far": (rf"{SIDE}'s (?P<move>{WRITTEN}) is the best so far(?:: (?P<value>{VALUE}))?\.{ENOUGH}", valued),
    "no value": (rf"{SIDE}'s (?P<move>{WRITTEN}) has no value, because it is not legal\.", not_legal),
    "no better": (rf"{SIDE}'s (?P<move>{WRITTEN}) is no better than the best so far: (?P<value>.+)\.", no_better),
    "better": (rf"{SIDE}'s (?P<move>{WRITTEN}) is better than the best so far: (?P<value>{VALUE})\.", valued),
}
FORMS = {name: (re.compile(form), judge) for name, (form, judge) in FORMS.items()}
