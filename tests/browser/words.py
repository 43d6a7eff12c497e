"""What the page says of random positions and games, judged by python-chess: words.py COUNT SEED, started by `words`.

If BCP names the command, each iteration is compared with that of `bcp solve`, too. At most a quarter of the mates may be
such that the page only believes them, which nothing contradicts.
"""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from decimal import ROUND_HALF_UP, Decimal

import chess

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mates import is_mated, mates  # noqa: E402

DEPTH = 3
NAMES = {chess.WHITE: "White", chess.BLACK: "Black"}
MINUS = "−"


# Positions.


def from_game(rng, most):
    board = chess.Board()
    for _ in range(rng.randrange(most)):
        if board.is_game_over():
            break
        board.push(rng.choice(list(board.legal_moves)))
    return board


def of_few(rng, most=5):
    """Return a position with kings and a few pieces on random squares."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(64), rng.randint(3, most))
        pieces = [chess.Piece(chess.KING, chess.WHITE), chess.Piece(chess.KING, chess.BLACK)]
        while len(pieces) < len(squares):
            pieces.append(chess.Piece(rng.choice([1, 1, 2, 3, 4, 5, 5]), rng.choice([True, True, False])))
        for square, piece in zip(squares, pieces):
            board.set_piece_at(square, piece)
        board.turn = rng.choice([True, False])
        if board.is_valid():
            return board if rng.random() < 0.5 else board.mirror()


def with_stalemating_promotion(rng):
    """Return a position with a pawn about to promote, near the other king."""
    while True:
        board = chess.Board(None)
        at = chess.square(rng.randrange(8), 6)
        others = rng.sample([s for s in range(64) if s != at], 3)
        board.set_piece_at(at, chess.Piece(chess.PAWN, True))
        board.set_piece_at(others[0], chess.Piece(chess.KING, True))
        board.set_piece_at(others[1], chess.Piece(chess.KING, False))
        board.set_piece_at(others[2], chess.Piece(rng.choice([chess.BISHOP, chess.KNIGHT]), True))
        if board.is_valid() and any(stalemates(board, m) for m in board.legal_moves if m.promotion):
            return board if rng.random() < 0.5 else board.mirror()


def stalemates(board, move):
    board.push(move)
    found = board.is_stalemate()
    board.pop()
    return found


def until(make, fits):
    while True:
        board = make()
        if fits(board):
            return board


def fifty(rng):
    board = until(lambda: from_game(rng, 60), lambda board: not board.is_game_over())
    board.halfmove_clock = rng.randint(100, 120)
    board.fullmove_number = 150
    return board


def positions(rng, count):
    few = lambda: of_few(rng)
    makers = [
        lambda: until(few, chess.Board.is_stalemate),
        lambda: until(few, chess.Board.is_checkmate),
        lambda: until(few, lambda board: mates(board, 2)),
        lambda: with_stalemating_promotion(rng),
        lambda: until(few, lambda board: board.legal_moves.count() == 1),
        lambda: until(lambda: of_few(rng, 3), chess.Board.is_insufficient_material),
        lambda: fifty(rng),
        lambda: from_game(rng, 40),
        lambda: from_game(rng, 120),
        lambda: from_game(rng, 300),
        few,
        few,
        few,
    ]
    # Those that the page once told wrong come first.
    known = ["7k/5Q2/6K1/8/8/8/8/8 b - -", "k7/2Q5/1K6/8/8/8/8/8 b - -", "7k/8/5KQ1/8/8/8/8/8 b - -", "8/5P1k/5K2/8/8/8/8/7B w - -"]
    boards = [chess.Board(f"{fen} 0 1") for fen in known]
    boards += [makers[n % len(makers)]() for n in range(count)]
    return boards[:count]


# What is said.

BCP = os.environ.get("BCP")
BELIEVED = 0.25
CLAIM = re.compile(r"\b(mated?)\b(?: in (\d+))?(?: \((believed|refuted)\))?")
seen = Counter()


def ending(board):
    """Return the end of a game by the rules, in the words of the page."""
    if board.is_checkmate():
        return f"{NAMES[board.turn]} is checkmated: the game is over."
    if board.is_stalemate():
        return f"{NAMES[board.turn]} is stalemated: the game is drawn."
    if board.is_insufficient_material():
        return "The game is drawn: insufficient material."
    return "The game is drawn: the fifty-move rule." if board.halfmove_clock >= 100 else None


def legal(board, san):
    """Return the move of a text that python-chess writes in the same way; otherwise the reason."""
    try:
        move = board.parse_san(san)
    except ValueError as error:
        return None, f"{san}: {error}"
    return move, None if board.san(move) == san else f"{san} is written {board.san(move)}"


def value_faults(board, text, move, where):
    """Return the faults of a value for the side to play: an announced mate must be one."""
    found = CLAIM.search(text)
    if not found:
        return
    word, number, mark = found.groups()
    seen[f"{word}, {mark}" if mark else word] += 1
    # A mate of unknown length occurs at the latest after the horizon.
    number = int(number or DEPTH // 2 + 1)
    true = is_mated(board, number) if word == "mated" else mates(board, number, move)
    # A mate that is only believed may be either.
    if mark != "believed" and true == (mark == "refuted"):
        yield f"{where}: {text}: {'a mate' if true else 'no mate'} within {number}"


def line_faults(board, line):
    """Return the faults of the line under the board: `VALUE: 1 Qg6 fxg6 2 Rxf8`."""
    at = board.copy()
    for word in line.split():
        if re.fullmatch(r"\d+|…", word):
            continue
        move, fault = legal(at, word)
        if fault:
            yield f"the line {line}: {fault}"
            return
        at.push(move)


def in_words(value):
    """Format a value as the page does: +3, mate in 2, mated in 1."""
    if abs(value) < 94:
        return f"{value:+}".replace("-", MINUS) if value else "0"
    moves = (128 - abs(value)) // 2
    return ("mate" if value > 0 else "mated") + (f" in {moves}" if moves else "")


def places(seconds):
    """Format seconds as the page does: two decimals below ten, and halves rounded up."""
    return str(Decimal(seconds).quantize(Decimal("0.01" if seconds < 10 else "0.1"), ROUND_HALF_UP))


def other_answers(board, rows):
    """Return the iterations of the page that differ from those of `bcp solve`, which does not search a game that is
    over."""
    if not BCP or not any(board.legal_moves):
        seen["positions without `bcp solve`"] += 1
        return
    command = [BCP, "solve", "--fen", board.fen(), "--depth", str(DEPTH), "--engine", "interpreter", "--format", "json"]
    solved = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["iterations"]
    if len(solved) != len(rows):
        yield f"{len(rows)} iterations; `bcp solve` has {len(solved)}"
    for one, (depth, value, san, nodes, time, *_) in zip(solved, rows):
        # A mate in one has no move in the results: the page names one of the mating moves.
        move = one["move"] or (san if san in (one.get("mates") or []) else "–")
        true = [str(one["depth"]), in_words(one["value"]), move, f"{one['nodes']:,}", places(one["seconds"])]
        shown = [depth, re.sub(r" \((?:believed|refuted)\)", "", value), san, nodes, time]
        seen["iterations of `bcp solve`"] += 1
        if shown != true:
            yield f"iteration {shown}; `bcp solve` has {true}"


def faults_of_position(board, said):
    coach, line, bar, title = (said[key].replace("\xa0", " ") for key in ("coach", "line", "bar", "title"))
    end = ending(board)
    # The side to play, and the pieces on their squares.
    turn = "white" if board.turn else "black"
    if not title.startswith(f"The position: {turn} to play. "):
        yield f"the board: {title}"
    pieces = sorted(f"{'white' if p.color else 'black'} {chess.piece_name(p.piece_type)} {chess.square_name(s)}" for s, p in board.piece_map().items())
    if sorted(title.split("to play. ", 1)[-1].split(", ")) != pieces:
        yield f"the pieces: {title}"
    # The end of the game.
    for text in re.findall(r"(?:White|Black) is (?:checkm|stalem)ated[^.]*\.|The game is drawn[^.]*\.", coach + " " + line):
        seen[text.split(":")[0].split(" ", 1)[-1]] += 1
        if text != end:
            yield f"it says: {text} It is: {end}"
    if end and not coach.startswith(end):
        yield f"it does not say that {end} It says: {coach}"
    # The iterations, and the summary of the last one.
    yield from other_answers(board, said["rows"])
    move = None
    for depth, value, san, *_ in said["rows"]:
        move = None
        if san != "–":
            move, fault = legal(board, san)
            if fault:
                yield f"iteration {depth}: {fault}"
                continue
        yield from value_faults(board, value, move, f"iteration {depth}")
    value = said["rows"][-1][1]
    for san in re.findall(r"(?:It plays|So far it would play) (\S+)\.", coach):
        seen["moves"] += 1
        if legal(board, san)[1] or board.parse_san(san) != move:
            yield f"it says: {coach} Its move is {move}"
    if not end:
        yield from value_faults(board, re.sub(r"The program reports.*", "", coach), move, "it says")
    if line == end:
        pass
    elif ": " in line:
        before, moves = line.split(": ", 1)
        if before != value:
            yield f"the line has the value {before}, the last iteration {value}"
        yield from line_faults(board, moves)
    elif not end and line != f"{NAMES[board.turn]} to play.":
        yield f"it says: {line}"
    # The value, and the side that it favours.
    word = re.sub(r" \((?:believed|refuted)\)", "", value)
    if word == "0":
        expected = "Value: even"
    else:
        good = board.turn == (word.startswith("+") or word.startswith("mate ") or word == "mate")
        shown = re.sub(f"^{MINUS}", "+", word).replace("mated", "mate")
        expected = f"Value: {shown} for {NAMES[good]}" + (", as the program believes" if word != value else "")
    if bar != expected:
        yield f"the bar says {bar}; expected {expected}"


# Games.

# The ends of a game in which the program plays a side: it claims draws.
OVER = [
    (chess.Board.is_checkmate, lambda board: f"{NAMES[board.turn]} is checkmated: {'0-1' if board.turn else '1-0'}."),
    (chess.Board.is_stalemate, lambda board: "Stalemate: 1/2-1/2."),
    (lambda board: board.is_repetition(3), lambda board: "The position has occurred three times: 1/2-1/2."),
    (lambda board: board.halfmove_clock >= 100, lambda board: "Fifty moves without a capture or a pawn move: 1/2-1/2."),
    (chess.Board.is_insufficient_material, lambda board: "Neither side has enough material to mate: 1/2-1/2."),
]


# The ends of a game between two people, and the draws that one of them may claim.
RULED = [*OVER[:2], OVER[4],
         (chess.Board.is_fivefold_repetition, lambda board: "The position has occurred five times: 1/2-1/2."),
         (chess.Board.is_seventyfive_moves, lambda board: "75 moves without a capture or a pawn move: 1/2-1/2.")]
CLAIMED = [
    (lambda board: board.is_repetition(3), lambda board: "A draw by threefold repetition may be claimed."),
    (lambda board: board.halfmove_clock >= 100, lambda board: "A draw by the fifty-move rule may be claimed."),
]


def over(board, rules=OVER):
    return [text(board) for rule, text in rules if rule(board)]


def random_game(rng, fen=None):
    board = chess.Board(fen) if fen else chess.Board()
    # Some games end when a draw may be claimed, others continue.
    rules = rng.choice([OVER, RULED])
    while not over(board, rules) and len(board.move_stack) < 390:
        board.push(rng.choice(list(board.legal_moves)))
    return [move.uci() for move in board.move_stack]


def games(rng):
    """Return sixteen games of random moves, half of which begin with few pieces, and four that the program plays
    against itself."""
    for n in range(16):
        start = until(lambda: of_few(rng), lambda board: not over(board)).fen() if n % 2 else None
        yield {"game": True, "fen": start, "moves": random_game(rng, start)}
    for _ in range(4):
        start = until(lambda: of_few(rng, 4), lambda board: not over(board)).fen()
        yield {"game": True, "fen": start, "moves": None, "most": 24}


def faults_of_game(asked, said):
    board = chess.Board(asked["fen"]) if asked["fen"] else chess.Board()
    rules = RULED if asked["moves"] else OVER
    for san in said["moves"]:
        if over(board, rules):
            yield f"after {board.fen()} the game is over, and goes on"
        move, fault = legal(board, san)
        if fault:
            yield f"in {board.fen()}: {fault}"
            return
        board.push(move)
    if said["error"]:
        yield f"it says: {said['error']}"
    if asked["moves"] and [move.uci() for move in board.move_stack] != asked["moves"]:
        yield "it has other moves"
    status = said["status"].split("\n")[0]
    ends = over(board, rules) or (rules is RULED and over(board, CLAIMED))
    if ends:
        seen["games that ended"] += 1
        if status not in ends:
            yield f"it says: {status} It is: {' or '.join(ends)}"
    elif re.search(r"1-0|0-1|1/2", status):
        yield f"it says: {status} The game goes on."


def main(count, seed):
    rng = random.Random(seed)
    asked = [{"fen": board.fen(), "depth": DEPTH} for board in positions(rng, count)] + list(games(rng))
    page = subprocess.Popen(["node", "words-of-page.js"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    false = 0
    for one in asked:
        page.stdin.write(json.dumps(one) + "\n")
        page.stdin.flush()
        answer = page.stdout.readline()
        if not answer:
            sys.exit(f"the page does not answer: {one}")
        said = json.loads(answer)
        judged = faults_of_game(one, said) if one.get("game") else faults_of_position(chess.Board(one["fen"]), said)
        for fault in judged:
            false += 1
            print(f"{one['fen'] or 'a game'}: {fault}", flush=True)
    page.stdin.close()
    page.wait()
    counts = ", ".join(f"{name} {number}" for name, number in sorted(seen.items()))
    print(f"{len(asked)} positions and games; said: {counts}; {false} false")
    claims = sum(number for name, number in seen.items() if name.startswith("mate"))
    believed = sum(number for name, number in seen.items() if name.endswith(", believed"))
    print(f"{believed} of {claims} mates are only believed")
    sys.exit(1 if false or not claims or believed > BELIEVED * claims or BCP and not seen["iterations of `bcp solve`"] else 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
