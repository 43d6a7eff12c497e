"""Positions from random play with features that are rare in games, in equal numbers."""

import random

import chess

SEED = 1986


def is_double_check(board):
    return board.is_check() and len(board.checkers()) == 2


def is_pinned(board):
    return any(board.is_pinned(board.turn, square) for square in chess.SquareSet(board.occupied_co[board.turn]))


def stalemates(board):
    for move in board.legal_moves:
        board.push(move)
        found = board.is_stalemate()
        board.pop()
        if found:
            return True
    return False


def mates_in_one(board):
    for move in board.legal_moves:
        board.push(move)
        found = board.is_checkmate()
        board.pop()
        if found:
            return True
    return False


KINDS = {
    "promotion": lambda board: any(move.promotion for move in board.legal_moves),
    "castling": lambda board: any(map(board.is_castling, board.legal_moves)),
    "en passant": lambda board: any(map(board.is_en_passant, board.legal_moves)),
    "pin": is_pinned,
    "double check": is_double_check,
    "stalemate": stalemates,
    "mate": mates_in_one,
    "check": chess.Board.is_check,
    "any": lambda board: True,
}


def games(rng):
    """Yield the positions of games that begin at the initial position or with few pieces."""
    while True:
        board = chess.Board()
        if rng.random() < 0.5:
            board = chess.Board(None)
            squares = rng.sample(range(64), rng.randint(4, 7))
            pieces = [chess.Piece(chess.KING, chess.WHITE), chess.Piece(chess.KING, chess.BLACK)]
            while len(pieces) < len(squares):
                pieces.append(chess.Piece(rng.choice([1, 1, 2, 3, 4, 5]), rng.random() < 0.6))
            for square, piece in zip(squares, pieces):
                if piece.piece_type == chess.PAWN and not 8 <= square < 56:
                    piece = chess.Piece(chess.ROOK, piece.color)
                board.set_piece_at(square, piece)
            board.turn = rng.random() < 0.5
        for _ in range(rng.randrange(120)):
            if not board.is_valid() or board.is_game_over():
                break
            yield board
            board.push(rng.choice(list(board.legal_moves)))


def positions(count):
    """Yield FENs; each kind has the same number of positions."""
    rng = random.Random(SEED)
    wanted = {kind: count // len(KINDS) + (index < count % len(KINDS)) for index, kind in enumerate(KINDS)}
    found, seen = [], set()
    for board in games(rng):
        fen = board.fen()
        for kind, fits in KINDS.items():
            # Of a game and kind, only one position in eight is used, so that they come from many games.
            if wanted[kind] and fen not in seen and (kind not in ("any", "pin", "castling", "check", "promotion") or rng.random() < 0.125) and fits(board):
                wanted[kind] -= 1
                seen.add(fen)
                found.append(fen)
                break
        if not any(wanted.values()):
            return found
    return found
