"""Why a move is not possible: `reasons.py BCP COUNT`, started by tests/why/run.

Asks `why` for COUNT texts in positions of random play and in random positions with castling, most of them no legal moves.
What a text means is read here, and each reason is judged by python-chess: it must be true, and of a piece that the text may
mean. A legal move must never be refused. Each reason must be seen."""

import collections
import concurrent.futures
import itertools
import json
import os
import random
import re
import subprocess
import sys

import chess

from events import name
from play import positions
from sentences import NAMES, False_, expect

BCP, COUNT = sys.argv[1], int(sys.argv[2])
SEED, EACH, LEGAL = 1986, 60, 1
# A capture en passant that opens a rank to the king, by either side; promotions of a king in check; castling out of
# check; and two pinned knights.
SELDOM = ["8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "7K/8/8/8/R4pPk/8/8/8 b - g3 0 1", "8/2P3k1/8/8/8/8/5p2/1r4K1 w - - 0 1",
          "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "4rk2/8/8/8/1b6/4N3/3N4/4K3 w - - 0 1"]
KINDS = {chess.piece_name(kind): kind for kind in chess.PIECE_TYPES}
KIND, AT = "(" + "|".join(KINDS) + ")", "([a-h][1-8])"
PIECE = f"{KIND} on {AT}"
TEXT = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x-]?([a-h][1-8])(?:=?([QRBNqrbn]))?[+#]?")
CASTLING = {"O-O": 7, "0-0": 7, "O-O-O": 0, "0-0-0": 0}


class Text:
    """The meaning of a text in a position: the pieces that it may refer to, the target, the promotion, or the castling
    rook."""

    def __init__(self, board, text):
        self.board, self.rook = board, None
        rank = 0 if board.turn else 7
        if text in CASTLING:
            self.rook = chess.square(CASTLING[text], rank)
            return
        letter, file, rank_, to, promotion = TEXT.fullmatch(text).groups()
        self.to, self.promotion = chess.parse_square(to), chess.PIECE_SYMBOLS.index(promotion.lower()) if promotion else None
        self.kind = chess.PIECE_SYMBOLS.index(letter.lower()) if letter else None
        self.start = chess.parse_square(file + rank_) if file and rank_ else None
        if self.start is None and self.kind is None:
            self.kind, file = chess.PAWN, file or to[0]
        self.file, self.rank = file and ord(file) - 97, rank_ and int(rank_) - 1
        king = chess.square(4, rank)
        if self.start == king and board.king(board.turn) == king and self.kind in (None, chess.KING) and not promotion:
            for rook, target in ((chess.square(7, rank), chess.square(6, rank)), (chess.square(0, rank), chess.square(2, rank))):
                if self.to == target or self.to == rook and board.piece_at(rook) == chess.Piece(chess.ROOK, board.turn):
                    self.rook = rook

    def means(self, square):
        return (self.start in (None, square) and self.file in (None, chess.square_file(square)) and self.rank in (None, chess.square_rank(square))
                and self.kind in (None, self.board.piece_type_at(square)))

    def pieces(self):
        """Return the pieces of the side to play that the text may refer to."""
        return [square for square in chess.SquareSet(self.board.occupied_co[self.board.turn]) if self.means(square)]

    def fits(self, move):
        if self.rook is not None:
            return self.board.is_castling(move) and (move.to_square > move.from_square) == (self.rook % 8 == 7)
        return not self.board.is_castling(move) and (move.to_square, move.promotion) == (self.to, self.promotion) and self.means(move.from_square)

    def legal(self):
        return [move for move in self.board.legal_moves if self.fits(move)]


def reaches(board, square, to):
    """Return whether a piece reaches a square on a board without obstacles, by a capture or without."""
    alone = chess.Board(None)
    alone.set_piece_at(square, board.piece_at(square))
    alone.turn = board.turn
    return any(move.to_square == to for move in alone.pseudo_legal_moves) or to in alone.attacks(square)


def piece(board, kind, square, colour=None):
    """Return the square of a piece that a sentence names."""
    at = board.piece_at(chess.parse_square(square))
    expect(at and at.piece_type == KINDS[kind] and colour in (None, at.color), f"there is no such {kind} on {square}")
    return chess.parse_square(square)


def mover(text, kind, square):
    at = piece(text.board, kind, square, text.board.turn)
    expect(text.means(at), f"the text does not mean the {kind} on {square}")
    return at


def takes_king(board, move, kind, square):
    if board.piece_type_at(move.from_square) == chess.KING and chess.square_distance(move.from_square, move.to_square) > 1:
        expect(board.has_castling_rights(board.turn), "it has no right to castle")
        rook = chess.square(7 if move.to_square > move.from_square else 0, chess.square_rank(move.from_square))
        expect(not board.occupied & chess.between(move.from_square, rook), "there is something between")
    else:
        expect(move in board.pseudo_legal_moves, f"{move} is no move of the board")
    expect(not board.is_legal(move), f"{move} is legal")
    after = board.copy(stack=False)
    after.push(move)
    at = piece(after, kind, square, after.turn)
    expect(at in after.attackers(after.turn, after.king(not after.turn)), f"{square} does not attack the king")


def own(text, found):
    at = piece(text.board, found[1], found[2], text.board.turn)
    expect(at == text.to, "it is not the target")


def between(text, found):
    board, other = text.board, piece(text.board, found[1], found[2])
    if text.rook is not None:
        at = piece(board, found[3], found[4], board.turn)
        return expect(at == board.king(board.turn) and chess.between(at, text.rook) & chess.BB_SQUARES[other], "it is not between king and rook")
    at = mover(text, found[3], found[4])
    straight = board.piece_type_at(at) == chess.PAWN and chess.square_file(at) == chess.square_file(text.to)
    expect(reaches(board, at, text.to), "the other piece does not move so")
    expect(chess.between(at, text.to) & chess.BB_SQUARES[other] or straight and other == text.to, "it is not in the way")


def no_capture(text, found):
    at = mover(text, found[1], found[2])
    expect(text.to in text.board.attacks(at) and not text.board.piece_at(text.to) and text.board.ep_square != text.to, "it can capture")


def en_passant(text, found):
    victim = piece(text.board, found[1], found[2], not text.board.turn)
    expect(text.board.piece_type_at(victim) == chess.PAWN, "it is no pawn")
    expect(text.board.ep_square != text.to and victim == chess.square(chess.square_file(text.to), 4 if text.board.turn else 3), "it can be captured")


def last_rank(text, at):
    return text.board.piece_type_at(at) == chess.PAWN and chess.square_rank(text.to) in (0, 7)


def promotes(text, found):
    expect(last_rank(text, mover(text, found[1], found[2])) and not text.promotion and found[3] == chess.square_name(text.to), "nothing is missing")


def no_promotion(text, found):
    expect(not last_rank(text, mover(text, found[1], found[2])) and text.promotion and found[3] == chess.square_name(text.to), "it promotes")


def none_reaches(text, found):
    expect(KINDS[found[1]] == text.kind and len(text.pieces()) > 1 and found[2] == chess.square_name(text.to), "there are not several")
    expect(not any(reaches(text.board, at, text.to) for at in text.pieces()), "one reaches it")


def absent(text, found):
    expect(text.kind == KINDS[found[1]] and not text.pieces(), "there is one")
    expect(not found[2] or ord(found[2]) - 97 == text.file, "another file")
    expect(not found[3] or int(found[3]) - 1 == text.rank, "another rank")


def not_at_home(text, found):
    expect(text.rook is not None, "it is no castling")
    true = chess.square_name(text.rook if found[1] == "rook" else chess.square(4, chess.square_rank(text.rook)))
    expect(found[2] == true and text.board.piece_at(chess.parse_square(true)) != chess.Piece(KINDS[found[1]], text.board.turn), f"it is on {true}")


def no_right(text, found):
    expect(text.rook is not None and found[1] == chess.square_name(text.rook), "another rook")
    expect(not text.board.clean_castling_rights() & chess.BB_SQUARES[text.rook], "there is a right")


def attacked(text, square, kind, by):
    expect(text.rook is not None, "it is no castling")
    expect(piece(text.board, kind, by, not text.board.turn) in text.board.attackers(not text.board.turn, square), f"{by} does not attack it")


def crossed(text, found):
    king, square = text.board.king(text.board.turn), chess.parse_square(found[1])
    expect(square == (king + (1 if text.rook > king else -1)), "the king does not cross it")
    attacked(text, square, found[2], found[3])


def no_reach(text, found):
    at = mover(text, found[1], found[2])
    expect(found[3] == chess.square_name(text.to) and not reaches(text.board, at, text.to), "it can move so")


REASONS = {
    "empty": (f"there is no piece on {AT}", lambda t, f: expect(f[1] == chess.square_name(t.start) and not t.board.piece_at(t.start), "there is one")),
    "theirs": (f"the {PIECE} belongs to the other side", lambda t, f: expect(piece(t.board, f[1], f[2], not t.board.turn) == t.start, "the text means another")),
    "another": (f"the {PIECE} is not a {KIND}", lambda t, f: expect(piece(t.board, f[1], f[2], t.board.turn) == t.start and t.kind == KINDS[f[3]] and f[1] != f[3], "it is")),
    "absent": (f"the side to play has no {KIND}(?: on the ([a-h])-file| on rank ([1-8]))?", absent),
    "none reaches": (f"no {KIND} of the side to play can move to {AT}, even if nothing is in the way", none_reaches),
    "no reach": (f"a {PIECE} cannot move to {AT}", no_reach),
    "own": (f"the {PIECE} belongs to the same side", own),
    "between": (f"the {PIECE} is in the way of the {PIECE}", between),
    "no capture": (f"the {PIECE} moves to {AT} only to capture, and {AT} is empty", no_capture),
    "en passant": (f"the {PIECE} has not just moved two squares, so it cannot be captured en passant", en_passant),
    "promotes": (f"the {PIECE} promotes, so name the new piece, such as `{AT}=Q`", promotes),
    "no promotion": (f"the {PIECE} does not promote on {AT}", no_promotion),
    "not at home": (f"castling needs a {KIND} on {AT}", not_at_home),
    "no right": (f"the right to castle with the rook on {AT} is lost", no_right),
    "out of check": (f"the {PIECE} gives check, and a king in check cannot castle", lambda t, f: attacked(t, t.board.king(t.board.turn), f[1], f[2])),
    "through check": (f"the king would cross {AT}, which the {PIECE} attacks", crossed),
    "takes the king": (rf"after (\w+) the {PIECE} would take the king", lambda t, f: takes_king(t.board, chess.Move.from_uci(f[1]), f[2], f[3])),
}
REASONS = {kind: (re.compile(form), judge) for kind, (form, judge) in REASONS.items()}


def refused(board, text, error, seen):
    """Judge an error message."""
    side, other = NAMES[board.turn], NAMES[not board.turn]
    means = Text(board, text)
    if error.startswith(f"`{text}` is ambiguous"):
        seen["ambiguous"] += 1
        return expect(len(means.legal()) > 1, "at most one move fits")
    expect(not means.legal(), f"{means.legal()} is legal")
    if error == f"`{text}` is a move of {other}, but at the root it is {side}'s turn":
        seen["turn"] += 1
        turned = board.copy(stack=False)
        turned.push(chess.Move.null())
        expect(means.rook is None and Text(turned, text).legal(), f"{other} has no such move")
        return expect(not any(reaches(board, at, means.to) for at in means.pieces()), f"{side} has such a piece")
    found = re.fullmatch(rf"`{re.escape(text)}` is not legal at the root: (.+)", error)
    expect(found, f"unknown: {error}")
    said = found[1].split("; ")
    for reason in said:
        for kind, (form, judge) in REASONS.items():
            parts = form.fullmatch(reason)
            if parts:
                judge(means, parts)
                seen[kind] += 1
                break
        else:
            raise False_(f"unknown: {reason}")
    if means.rook is None and means.start is None:
        near = [at for at in means.pieces() if reaches(board, at, means.to)]
        one = set(said) & {f"the {chess.piece_name(p.piece_type)} on {chess.square_name(means.to)} belongs to the same side" for p in [board.piece_at(means.to)] if p}
        expect(one or len(said) == max(1, len(near)), f"{len(near)} pieces may be meant")


def answered(board, text, answer, seen):
    """Judge an answer: about an illegal move, or about one of the search."""
    legal = Text(board, text).legal()
    if answer["reason"] != "illegal":
        seen["legal"] += 1
        return expect([move.uci() for move in legal] == [answer["move"]], f"the legal moves are {legal}")
    expect(not legal, f"{legal} is legal")
    move, means = chess.Move.from_uci(answer["move"]), Text(board, text)
    found = re.fullmatch(rf"(\w+) cannot play (\S+): (\w+)'s {PIECE} would take the king\.", answer["text"])
    expect(found and (found[1], found[3]) == (NAMES[board.turn], NAMES[not board.turn]), "unknown form")
    if means.rook is not None:
        written = "O-O" if means.rook % 8 == 7 else "O-O-O"
        expect(move.from_square == board.king(board.turn) and move.to_square % 8 == (6 if means.rook % 8 == 7 else 2), "another move")
        seen["castling into check"] += 1
    else:
        written = name(board, move)
        expect(means.fits(move), "another move")
    expect(found[2] == written, f"it is written {written}")
    takes_king(board, move, found[4], found[5])
    kinds = [(board.is_check(), "in check"), (board.is_pinned(board.turn, move.from_square), "pinned"),
             (board.piece_type_at(move.from_square) == chess.KING, "king into check"), (board.is_en_passant(move), "en passant, pinned")]
    seen.update(kind for is_one, kind in kinds if is_one)


def with_castling(rng):
    """Yield random positions with kings and rooks on their initial squares."""
    while True:
        board = chess.Board(None)
        board.turn = rng.random() < 0.5
        for square, letter in ((chess.E1, "K"), (chess.A1, "R"), (chess.H1, "R"), (chess.E8, "k"), (chess.A8, "r"), (chess.H8, "r")):
            if letter in "Kk" or rng.random() < 0.9:
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
        for letter in rng.choices("QRBNPPPqrbnppp", k=rng.randint(1, 12)):
            square = rng.randrange(64)
            if not board.piece_at(square) and not (letter in "Pp" and square // 8 in (0, 7)):
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.set_castling_fen("".join(right for right in "KQkq" if rng.random() < 0.8) or "-")
        if board.is_valid() and not board.is_game_over():
            yield board.fen(en_passant="fen")


def is_seldom(board, means):
    """Return whether a text means castling, a promotion, or a capture by a pawn that passes another one."""
    if means.rook is not None:
        return True
    pawns = [at for at in means.pieces() if board.piece_type_at(at) == chess.PAWN and reaches(board, at, means.to)]
    beside = means.to + (-8 if board.turn else 8)
    passing = means.to // 8 in (2, 5) and board.piece_at(beside) == chess.Piece(chess.PAWN, not board.turn)
    return bool(pawns) and (means.to // 8 in (0, 7) or passing)


def texts(board, rng):
    """Return texts of moves, few of them legal."""
    squares, rank = [chess.square_name(at) for at in range(64)], "1" if board.turn else "8"
    turned = board.copy(stack=False)
    turned.push(chess.Move.null())
    found = ["O-O", "O-O-O", f"e{rank}g{rank}", f"Ke{rank}c{rank}", f"e{rank}h{rank}"]
    for at, one in board.piece_map().items():
        start, letter = squares[at], one.symbol().upper().replace("P", "")
        for _ in range(3):
            to = rng.choice(squares)
            found += [start + to, letter + rng.choice(["", "", start[0], start[1] if letter else ""]) + rng.choice(["", "x"]) * bool(letter) + to]
        found.append(rng.choice("KQRBN") + start + rng.choice(squares))
        if not letter:
            step = 8 if one.color else -8
            for to in (at + step, at + 2 * step, at + step - 1, at + step + 1):
                if 0 <= to < 64:
                    promotion = rng.choice(["", "", "=Q", "=N"]) if to // 8 not in (0, 7) or rng.random() < 0.3 else "=Q"
                    found += [start + squares[to] + promotion.strip("=").lower(), rng.choice(["", f"{start[0]}x"]) + squares[to] + promotion]
    theirs = list(turned.legal_moves)
    for move in itertools.chain(board.pseudo_legal_moves, rng.sample(theirs, min(len(theirs), 5))):
        other = move in turned.legal_moves
        if other or not board.is_legal(move):
            of = turned if other else board
            letter = of.piece_at(move.from_square).symbol().upper().replace("P", "")
            file = squares[move.from_square][0] + "x" if not letter and of.is_capture(move) else ""
            found += [move.uci(), letter + file + squares[move.to_square] + (f"={chess.piece_symbol(move.promotion).upper()}" if move.promotion else "")]
    found += [rng.choice(squares) + rng.choice(squares) for _ in range(3)]
    found = [text for text in dict.fromkeys(found) if text[:2] != text[2:4]]
    legal = [text for text in found if Text(board, text).legal()]
    illegal = [text for text in found if text not in legal]
    # Rare kinds come first.
    kept = [text for text in illegal if is_seldom(board, Text(board, text))]
    return (kept + rng.sample(illegal, min(len(illegal), EACH)))[:EACH] + rng.sample(legal, min(len(legal), LEGAL))


def judged(fen, seed):
    """Return the kinds seen in a position, and the faults."""
    board, seen, faults = chess.Board(fen), collections.Counter(), []
    asked = texts(board, random.Random(seed))
    command = [BCP, "debug", "--fen", fen, "--depth", "2", "--batch", "-"]
    output = subprocess.run(command, input="\n".join(f"why {text} 0" for text in asked), capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in output.stdout.splitlines()]
    if len(answers) != len(asked):
        return 0, seen, [f"{fen}: {len(answers)} answers to {len(asked)} questions: {output.stderr}"]
    for text, answer in zip(asked, answers, strict=True):
        try:
            if answer["ok"]:
                answered(board, text, answer, seen)
            else:
                refused(board, text, answer["error"], seen)
        except False_ as error:
            faults.append(f"{fen}: {text}: {answer.get('error') or answer['text']}\n  {error}")
    return len(asked), seen, faults


def main():
    rng, number = random.Random(SEED), max(2, COUNT // EACH)
    fens = SELDOM + positions(number // 2) + list(itertools.islice(with_castling(rng), number - number // 2))
    total, seen, faults = 0, collections.Counter(), []
    with concurrent.futures.ProcessPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        for count, more, wrong in pool.map(judged, fens, range(len(fens))):
            total, seen, faults = total + count, seen + more, faults + wrong
    for fault in faults[:20]:
        print(fault)
    kinds = [*REASONS, "turn", "legal", "castling into check", "in check", "pinned", "king into check", "en passant, pinned"]
    missing = [kind for kind in kinds if not seen[kind]]
    print(f"{total} texts in {len(fens)} positions: {dict(seen)}; false: {len(faults)}; reasons not seen: {missing}")
    sys.exit(1 if faults or missing or not total else 0)


if __name__ == "__main__":
    main()
