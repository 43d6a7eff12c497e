#!/usr/bin/env python3
"""A GUI's view of `bcp uci`: python-chess drives the engine, and checks every move of it; and `bcp replay`.

    tests/uci/session.py target/release/bcp

Exit status: 0 all is well, 1 it is not, 77 python-chess is missing (pip install chess).
"""

import io
import json
import logging
import subprocess
import sys
import time

try:
    import chess
    import chess.engine
    import chess.pgn
except ImportError:
    print("python-chess is missing: pip install chess", file=sys.stderr)
    sys.exit(77)

# Seconds that an answer may take on a loaded machine.
TIMEOUT = 300

READINGS = {
    "TREE_ENTRIES": 5000,
    "PRUNING": 1,
    "HORIZON_MATES": 1,
    "NULL_MATES": 1,
    "NODE_MATES": 2,
    "COUNT_ORDERING": 1,
    "DOUBLE_CHECKS": 0,
    "LIST_ORDER": 2,
    "ROOT_SCAN": 0,
    "CHECK_DEPTH": 0,
}

# Mate in three plies: the queen is sacrificed, and the knight gives a smothered mate.
PHILIDOR = "5r1k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1"

MIDDLEGAME = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4"


class Complaints(logging.Handler):
    """Collects the complaints of python-chess: illegal moves, lines that it does not understand."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.found = []

    def emit(self, record):
        self.found.append(record.getMessage())


def options(engine):
    """Check names, kinds and defaults; every option can be set."""
    known = engine.options
    assert "reconstruction" in engine.id["author"], engine.id
    for name, default in READINGS.items():
        assert known[name].default == default, known[name]
    assert known["Clock"].min == 1 and known["Clock"].max == 20
    assert known["MultiPV"].max == 218
    assert known["Speed"].var == ["fast", "real"]
    engine.configure({"Clock": 6, "PositionalScore": False, "NULL_MATES": 2, "Search": "game"})
    engine.configure({"Clock": 4, "PositionalScore": True, "NULL_MATES": 1})
    engine.ping()
    print(f"{engine.id['name']}: {len(known)} options")


def analysis(engine):
    """Check the best moves of a position with their lines, and a search that is stopped."""
    infos = engine.analyse(chess.Board(PHILIDOR), chess.engine.Limit(depth=6), multipv=3)
    assert infos[0]["score"].relative == chess.engine.Mate(2), infos[0]
    assert len({info["pv"][0] for info in infos}) == 3
    for info in infos:
        print(f"analysis: {info['score'].relative} {' '.join(map(str, info['pv']))}")

    with engine.analysis(chess.Board(MIDDLEGAME)) as search:
        for info in search:
            if info.get("depth", 0) >= 4 and "pv" in info:
                break
        started = time.monotonic()
        search.stop()
        best = search.wait()
    assert best.move in chess.Board(MIDDLEGAME).legal_moves
    print(f"analysis without end: {best.move} {1000 * (time.monotonic() - started):.0f} ms after it was stopped")

    only = [chess.Move.from_uci("d7d5"), chess.Move.from_uci("h7h6")]
    result = engine.play(chess.Board(MIDDLEGAME), chess.engine.Limit(depth=3), root_moves=only)
    assert result.move in only
    print(f"the better of d7d5 and h7h6: {result.move}")

    for fen in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"):
        info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=3))
        print(f"a game that is over: {info['score'].relative}")


def game(engine):
    """Play a game of the program against itself, with a minute for each side; neither clock may run out."""
    board = chess.Board()
    clocks = {chess.WHITE: 60.0, chess.BLACK: 60.0}
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < 24:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.05, black_inc=0.05
        )
        started = time.monotonic()
        result = engine.play(board, limit, game="one")
        clocks[board.turn] -= time.monotonic() - started
        assert clocks[board.turn] > 0, f"{'white' if board.turn else 'black'} has lost on time after {board.fen()}"
        clocks[board.turn] += 0.05
        board.push(result.move)
    print(f"a game: {chess.Board().variation_san(board.move_stack)}")
    left = ", ".join(f"{clock:.2f} s" for clock in clocks.values())
    print(f"at its end: {board.result(claim_draw=True)}, clocks {left}")


def ponder(engine):
    """Play moves while the engine thinks about the expected reply, which is sometimes played and sometimes not."""
    board = chess.Board(MIDDLEGAME)
    hits = 0
    for number in range(8):
        result = engine.play(board, chess.engine.Limit(white_clock=20, black_clock=20), ponder=True, game="two")
        board.push(result.move)
        if board.is_game_over():
            break
        expected = result.ponder
        if expected is not None and number % 2 == 0:
            assert expected in board.legal_moves
            board.push(expected)
            hits += 1
        else:
            board.push(next(iter(board.legal_moves)))
        if board.is_game_over():
            break
        time.sleep(0.1)
    print(f"ponder: {len(board.move_stack)} moves, {hits} of them as expected")


def replay(command):
    """Check the published games with the program's moves: classes by python-chess, and games that it can read."""
    def made(form):
        line = [command, "replay", "--seconds", "0.1", "--format", form]
        return subprocess.run(line, check=True, capture_output=True, text=True).stdout

    games = json.loads(made("json"))["games"]
    asked = 0
    for game in games:
        board = chess.Board(game["fen"])
        taken = None
        for ply, move in enumerate(game["moves"]):
            played = chess.Move.from_uci(move["uci"])
            assert board.san(played) == move["san"], move
            if "program" in move:
                asked += 1
                legal = list(board.legal_moves)
                back = [one for one in legal if one.to_square == taken]
                forced = "forced" if len(legal) == 1 or len(back) == 1 else "free"
                assert move["program"]["class"] == ("opening" if ply < 20 else forced), (game["tags"], ply, move)
                assert board.parse_san(move["program"]["san"]).uci() == move["program"]["uci"]
            taken = played.to_square if board.is_capture(played) else None
            board.push(played)
    text = io.StringIO(made("pgn"))
    for game in games:
        read = chess.pgn.read_game(text)
        assert not read.errors and read.headers["Result"] == game["result"]
        nodes = list(read.mainline())
        assert [node.move.uci() for node in nodes] == [move["uci"] for move in game["moves"]]
        assert all(("program" in move) == ("BCP" in node.comment) for move, node in zip(game["moves"], nodes))
    print(f"replay: {len(games)} games, {asked} moves of the program")


def plain(command):
    """Return the command without the readings, which every GUI would list."""
    engine = chess.engine.SimpleEngine.popen_uci([command, "uci"], timeout=TIMEOUT)
    try:
        assert not set(READINGS) & set(engine.options), engine.options
    finally:
        engine.quit()


def main():
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    command = sys.argv[1] if len(sys.argv) > 1 else "bcp"
    engine = chess.engine.SimpleEngine.popen_uci([command, "uci", "--readings"], timeout=TIMEOUT)
    try:
        for part in (options, analysis, game, ponder):
            part(engine)
    finally:
        engine.quit()
    plain(command)
    replay(command)
    for complaint in complaints.found:
        print(f"python-chess complains: {complaint}", file=sys.stderr)
    return 1 if complaints.found else 0


if __name__ == "__main__":
    sys.exit(main())
