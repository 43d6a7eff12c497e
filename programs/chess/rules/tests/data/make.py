#!/usr/bin/env python3
"""Writes the expected data of the tests of notation and PGN, by python-chess: pip install chess==1.11.2.

moves.tsv  per line a position, and all its legal moves as UCI|SAN|long algebraic
texts.tsv  per line a position, and texts with the move that python-chess reads in them, or - where it refuses: text|UCI
games.tsv  what python-chess reads in games.pgn: tags, start, moves, comments, results
"""

import random
import re
from pathlib import Path

import chess
import chess.pgn

HERE = Path(__file__).parent

TRICKY = [
    # Queens and knights whose moves need a file, a rank, or both.
    "8/8/8/5Q1Q/k7/8/1K6/7Q w - - 0 1",
    "1k6/8/8/Q6Q/8/8/8/Q2K3Q w - - 0 1",
    "7k/8/1N3N2/8/8/1N3N2/8/4K3 w - - 0 1",
    # A pinned knight does not make the move of the other one ambiguous.
    "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1",
    "k3r3/8/8/8/8/4R2R/8/4K3 w - - 0 1",
    "4k3/4r3/8/8/R3R3/8/8/4K3 w - - 0 1",
    # En passant: from both sides, pinned along the rank, as the answer to a check, with a discovered check.
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1",
    "8/8/3k4/8/3Pp3/8/6K1/5B2 b - d3 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "1k6/8/8/3pP3/8/8/7B/4K3 w - d6 0 1",
    # Promotions: quiet, by capture, with check and mate, to the piece that alone mates.
    "1n2k3/P1P5/8/8/8/8/8/4K1N1 w - - 0 1",
    "1n2k3/P1P5/8/8/8/8/4p3/3R1N1K b - - 0 1",
    "6rk/5P1p/8/8/8/8/8/K6R w - - 0 1",
    "7k/1P4pp/8/8/8/8/8/K7 w - - 0 1",
    "5rbk/5ppp/8/8/8/8/1p6/2B4K b - - 0 1",
    # Castling: both ways, through attacks, with check and mate.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/2p1p3/2P1P3/8/8/8/8/R3K3 w Q - 0 1",
    # A king next to his rook's squares: g1 and c1 are not castling.
    "4k3/8/8/8/8/8/8/R4K1R w - - 0 1",
    # Double check, stalemate, many pieces.
    "3rkb2/8/8/8/4N3/8/8/K3R3 w - - 0 1",
    "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
]


def fields(board):
    """Return the first four fields, with the square of every double step, as our program writes them."""
    return " ".join(board.fen(en_passant="fen").split()[:4])


def games(count, plies):
    """Return the last position of each of some random games."""
    draw = random.Random(1986)
    for _ in range(count):
        board = chess.Board()
        for _ in range(draw.randrange(plies)):
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            board.push(draw.choice(moves))
        if any(board.legal_moves):
            yield board


def write_moves():
    boards = [chess.Board(fen) for fen in TRICKY]
    wrong = [board.fen() for board in boards if not board.is_valid()]
    if wrong:
        raise SystemExit(f"not valid: {wrong}")
    boards += list(games(40, 120))
    with open(HERE / "moves.tsv", "w") as out:
        for board in boards:
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            texts = [f"{m.uci()}|{board.san(m)}|{board.lan(m)}" for m in moves]
            out.write(f"{fields(board)}\t{' '.join(texts)}\n")


def variants(board, move):
    """Return texts that may or may not name a move: with the squares in every degree of precision."""
    origin, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    piece = board.piece_at(move.from_square).symbol().upper()
    suffixes = ["", "=Q", "q"] if move.promotion == chess.QUEEN else [""] if not move.promotion else ["=n", "B"]
    for letter in {"", piece if piece != "P" else ""}:
        for start in ["", origin[0], origin[1], origin]:
            if letter and start == origin and board.is_castling(move):
                # Ke1-g1, which python-chess rejects and our parser accepts.
                continue
            for between in ["", "x", "-"]:
                for suffix in suffixes:
                    yield letter + start + between + target + suffix


def write_texts():
    with open(HERE / "texts.tsv", "w") as out:
        for fen in TRICKY:
            board = chess.Board(fen)
            texts = {text for m in board.legal_moves for text in variants(board, m)}
            texts |= {"O-O", "O-O-O", "0-0+", "Kg1", "Kc1", "e1h1", "e1a1", "e8h8", "e8a8", "e1g1", "e8c8"}
            read = []
            for text in sorted(texts):
                try:
                    read.append(f"{text}|{board.parse_san(text).uci()}")
                except ValueError:
                    read.append(f"{text}|-")
            draw = random.Random(fen)
            if len(read) > 90:
                read = sorted(draw.sample(read, 90))
            out.write(f"{fields(board)}\t{' '.join(read)}\n")


def tidy(comment):
    return " ".join(comment.split())


def write_games():
    pgn, tsv = HERE / "games.pgn", HERE / "games.tsv"
    with open(pgn, encoding="utf-8-sig") as games, open(tsv, "w", encoding="utf-8") as out:
        while (game := chess.pgn.read_game(games)) is not None:
            if game.errors:
                raise SystemExit(game.errors)
            out.write("game\n")
            for name, value in game.headers.items():
                if name not in ("Result", "FEN", "SetUp"):
                    # python-chess does not remove the backslashes.
                    value = re.sub(r'\\([\\"])', r"\1", value)
                    out.write(f"tag\t{name}\t{value}\n")
            out.write(f"start\t{game.board().fen(en_passant='fen')}\n")
            if game.comment:
                out.write(f"comment\t{tidy(game.comment)}\n")
            for node in game.mainline():
                glyphs = " ".join(str(glyph) for glyph in sorted(node.nags))
                out.write(f"move\t{node.move.uci()}\t{glyphs}\t{tidy(node.comment)}\n")
            out.write(f"result\t{game.headers['Result']}\n")


if __name__ == "__main__":
    write_moves()
    write_texts()
    write_games()
