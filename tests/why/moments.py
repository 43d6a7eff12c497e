"""Judges the chess view at a moment of a search by python-chess: `path`, `board`, `eligible`, `tree`, `line`."""

import chess

from events import Moment, name
from sentences import SIDES, expect


def moved(board, text, san):
    """Return a move by its squares, with the promotion piece stated in the text."""
    move = chess.Move.from_uci(text)
    if move not in board.pseudo_legal_moves:
        move = chess.Move.from_uci(text[:4] + (san.rstrip("+#")[-1].lower() if "=" in san else "q"))
    expect(move in board.pseudo_legal_moves, f"{text} is no move of {board.fen()}")
    return move


def special(board, move):
    """Return those kinds of a move that are prone to errors."""
    kinds = [(move.promotion, "promotion"), (board.is_castling(move), "castling"), (board.is_en_passant(move), "en passant")]
    return [kind for is_one, kind in kinds if is_one]


def path(moment, what):
    """Judge each ply: how its move is written, who plays it, and with which piece."""
    for board, move, ply in moment.shown:
        written = name(board, move)
        shown = ply["text"].removesuffix(" null")
        expect(shown == written, f"{shown} is {written} in {board.fen()}")
        expect(SIDES[ply["side"].title()] == board.turn, f"{shown} is of {ply['side']} in {board.fen()}")
        piece = board.piece_at(move.from_square).symbol().upper()
        expect((ply["piece"] or "P") == piece, f"the piece of {shown} is {piece}, not {ply['piece']}")
        what.add("path")
        what.update(f"path: {kind}" for kind in special(board, move))


def shown_board(moment, rows, what):
    """Judge the board of a position that is about to be searched."""
    true = [row for row in str(moment.board).replace(" ", "").splitlines()]
    expect(rows == true, f"the board is {true}, not {rows}")
    what.add("board")


def stored(board, moves, what):
    """Judge the moves of the stored tree, and the replies to each."""
    for one in moves:
        move = moved(board, one["move"], one["san"])
        expect(one["san"] == name(board, move), f"{one['san']} is {name(board, move)} in {board.fen()}")
        expect(SIDES[one["side"].title()] == board.turn, f"{one['san']} is of {one['side']} in {board.fen()}")
        what.add("tree")
        what.update(f"tree: {kind}" for kind in special(board, move))
        after = board.copy(stack=False)
        after.push(move)
        stored(after, one["moves"], what)


def best_line(root, answer, what):
    board = root.copy(stack=False)
    if answer["line"]:
        for san in answer["text"].split():
            board.push_san(san)
            what.add("line")


def judged(root, answers, event, what):
    """Judge everything shown at a moment: the answers by their commands, and the next event, if there is one."""
    moment = Moment(root, answers["path"]["plies"])
    path(moment, what)
    best_line(root, answers["line"], what)
    stored(root, answers["tree 0 3"].get("moves", []), what)
    if event and event["event"] == "node":
        expect(moment.board.turn == SIDES[event["side"].title()], f"the turn is that of {event['side']}")
        shown_board(moment, answers["board"]["rows"], what)
        after = moment.root if not moment.line else moment.board
        stored(after, answers["eligible"].get("moves", []), what)
    return "moment"
