"""Plays out what `why` says with python-chess: `judge.py BCP COUNT`, started by tests/why/run.

Every line is played and its material counted; every pass that is said to refute a move is made, and the captures behind
it are searched here, with mates in one.
"""

import collections
import csv
import json
import subprocess
import sys

import chess

BCP, COUNT = sys.argv[1], int(sys.argv[2])
DEPTH = 3
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
WIN, MATES = 127, 94


def material(board, side):
    """Pawns of a side minus those of the other."""
    return sum(WORTH[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values())


def gain(board, move):
    """Pawns that a move takes, and those that a promotion brings."""
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    promoted = WORTH[move.promotion] - 1 if move.promotion else 0
    return (WORTH[taken] if taken else 0) + promoted


def captures(board, low, high):
    """The value for the side to play if both only take, promote to a queen, or stop."""
    best = max(low, material(board, board.turn))
    if best >= high:
        return best
    moves = [move for move in board.legal_moves if gain(board, move) > 0 and move.promotion in (None, chess.QUEEN)]
    for move in sorted(moves, key=lambda move: -gain(board, move)):
        board.push(move)
        best = max(best, -captures(board, -high, -best))
        board.pop()
        if best >= high:
            break
    return best


def mates(board):
    """Does the side to play mate in one?"""
    for move in board.legal_moves:
        board.push(move)
        is_mate = board.is_checkmate()
        board.pop()
        if is_mate:
            return True
    return False


def passed(board):
    """The position after a null move, or None where that would leave the king to be taken."""
    if board.is_check():
        return None
    after = board.copy(stack=False)
    after.push(chess.Move.null())
    return after


def quiet(board):
    """What the side to play has after captures; a mate in one is more than any material."""
    return MATES if mates(board) else captures(board, -WIN, WIN)


def near(board):
    """What the side to play has if it makes one move, and the other side takes what it can."""
    best = -WIN
    for move in board.legal_moves:
        board.push(move)
        best = max(best, MATES if board.is_checkmate() else -quiet(board))
        board.pop()
    return best


def own(answer, value):
    """A value for the side that plays the move."""
    return value if answer["side"] == answer["for"] else -value


def play(board, moves):
    for move in moves:
        move = chess.Move.from_uci(move)
        assert move in board.legal_moves, f"{move} in {board.fen()}"
        board.push(move)


def not_eligible(answer, board, move):
    board.push(move)
    bound = own(answer, answer["than-value"])
    # What an earlier best has overtaken since is no better than what came after.
    assert own(answer, answer["score"]) <= bound
    if abs(bound) >= MATES:
        return
    after = passed(board)
    assert after is not None, "a check cannot be passed"
    assert quiet(after) <= max(bound, own(answer, answer["score"])), quiet(after)


def refuted(answer, board, move):
    value, side = own(answer, answer["value"]), board.turn
    board.push(move)
    if answer["reply"] == "mate":
        play(board, answer["line"])
        assert board.is_checkmate()
    elif answer["reply"] == "mated":
        assert board.is_checkmate()
    elif answer["reply"] == "repetition":
        assert value == 0
    elif answer["reply"] in ("line", "quiet") and abs(value) < MATES:
        play(board, answer["line"])
        # Where the line ends, both stop taking; or before the horizon, its side passes, or finds no move that helps.
        counts = [material(board, side), near(board) if board.turn == side else -near(board)]
        after = passed(board)
        if after is not None:
            counts.append(quiet(after) if after.turn == side else -quiet(after))
        is_best = answer["reason"] == "best" or answer["led"]
        assert min(counts) <= value or answer.get("enough"), counts
        assert max(counts) >= value or not is_best, counts


def judge(answer, board):
    move = chess.Move.from_uci(answer["move"])
    reason = answer["reason"]
    if reason == "illegal":
        assert move not in board.legal_moves
        return
    assert move in board.legal_moves
    if reason == "not-listed":
        assert answer["gain"] == gain(board, move) < answer["needed"]
    elif reason == "not-eligible":
        not_eligible(answer, board, move)
    elif reason in ("worse", "best"):
        refuted(answer, board, move)
    elif reason == "not-reached":
        if answer["by"] == "mate":
            play(board, [answer["by-move"]])
            assert board.is_checkmate()
        elif answer["by"] == "move":
            assert chess.Move.from_uci(answer["by-move"]) in board.legal_moves
    else:
        raise AssertionError(reason)


def ask(fen, script):
    command = [BCP, "debug", "--fen", fen, "--depth", str(DEPTH), "--batch", "-"]
    output = subprocess.run(command, input=script, capture_output=True, text=True, check=False).stdout
    return [json.loads(line) for line in output.splitlines()]


def moves_of(board):
    return [move.uci() for move in board.legal_moves]


def promoted(root, line):
    """A stored line, whose promotions are to a queen and do not say so."""
    board, moves = root.copy(), []
    for text in line:
        move = chess.Move.from_uci(text)
        if move not in board.legal_moves:
            move = chess.Move.from_uci(f"{text}q")
        board.push(move)
        moves.append(move.uci())
    return moves


def main():
    with open("programs/chess/suite/positions/win-at-chess.csv", encoding="utf-8") as file:
        fens = [row["fen"] for row in list(csv.DictReader(file))[::15]][:COUNT]
    told, wrong = collections.Counter(), 0
    for fen in fens:
        root = chess.Board(f"{fen} 0 1")
        line = promoted(root, ask(fen, "continue\nline\n")[1]["line"])
        script, boards = ["continue"], [None]
        for ply in range(min(len(line), 3) + 1):
            board = root.copy()
            play(board, line[:ply])
            if ply:
                script += ["goto 0", f"reach {' '.join(line[:ply])}"]
                boards += [None, None]
            script += [f"why {move} {ply}" for move in moves_of(board)]
            boards += [board] * board.legal_moves.count()
        for answer, board in zip(ask(fen, "\n".join(script)), boards, strict=True):
            if board is None:
                continue
            told[answer.get("reason", "error")] += 1
            try:
                assert answer["ok"], answer
                judge(answer, board.copy())
            except AssertionError as error:
                wrong += 1
                print(f"{fen}: {answer.get('text', answer)}\n  {error}\n  {json.dumps(answer)}")
    print(", ".join(f"{name} {count}" for name, count in sorted(told.items())), f"wrong {wrong}", sep="; ")
    sys.exit(1 if wrong or not told else 0)


main()
