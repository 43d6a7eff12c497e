"""Mates by the rules of chess, as python-chess knows them: every move is tried."""


def mates(board, moves, first=None):
    """Does the side to play mate within so many moves, by any legal move or by this one?"""
    for move in [first] if first else sorted(board.legal_moves, key=lambda move: not board.gives_check(move)):
        if moves == 1 and not board.gives_check(move):
            continue
        board.push(move)
        mated = is_mated(board, moves - 1)
        board.pop()
        if mated:
            return True
    return False


def is_mated(board, moves):
    """Is the side to play mated, or within so many moves of the other side?"""
    if board.is_checkmate():
        return True
    replies = list(board.legal_moves)
    if not replies or moves == 0:
        return False
    for move in replies:
        board.push(move)
        answered = mates(board, moves)
        board.pop()
        if not answered:
            return False
    return True
