"""What every interface says of a search, compared: positions.py BCP COUNT SEED, started by `run`.

COUNT positions of random play are searched to random depths. Value, move, mate, depth, nodes, clocks and seconds of each
iteration are asked of `solve` as text and as JSON, of a run's lines, CSV, JSON and page, of the debugger, of the debug
adapter and of `profile`; the nodes of a move's choice of `profile --move` and of `bcp uci`. What one rounds or writes in
its own way is compared as it is written.
"""

import csv
import io
import json
import os
import random
import re
import sys
import tempfile

import chess

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../why"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../uci"))
from play import positions  # noqa: E402
from interfaces import Answers, Server, batch, run  # noqa: E402
from talk import Engine  # noqa: E402

BCP, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
SECONDS = 1


def number(text):
    return int(text.replace("−", "-").replace(",", ""))


def words(value):
    """A value as people read it: pawns, or a mate with its moves, which the console counts in plies from 127."""
    if abs(value) < 94:
        return str(value)
    moves = (128 - abs(value)) // 2
    return ("-" if value < 0 else "") + (f"mate {moves}" if moves else "mate")


def plain(move):
    return None if move in (None, "-", "–") else move.rstrip("+#")


def rows(answers, name, fen, iterations):
    """Iterations of results."""
    for one in iterations:
        of = f"{fen}, depth {one['depth']}"
        answers.add(name, "value", of, words(one["value"]))
        answers.add(name, "nodes", of, one["nodes"])
        answers.add(name, "seconds", of, f"{one['seconds']:.2f}")
        answers.add(name, "move", of, plain(one["move"]))


def of_text(answers, fen, text):
    """The table of `bcp solve`."""
    for found in re.finditer(r"^ +(\d+) +(-?mate \d+|-?mate|\S+) +(\S+) +(\d+) +(\d+) +(\d+\.\d\d)$", text, re.MULTILINE):
        of = f"{fen}, depth {found[1]}"
        answers.add("text", "value", of, found[2])
        answers.add("text", "move", of, plain(found[3]))
        answers.add("text", "nodes", of, int(found[4]))
        answers.add("text", "seconds", of, found[6])
        answers.add("text", "clocks", of, int(found[5]))


def of_debugger(answers, name, fen, console, line):
    """The lines of the console, where a move is by its squares; its search counts no time. And the stored line."""
    board, depth = chess.Board(fen), None
    for found in re.finditer(r"^(\d+) (-?\d+) (\S+) (\d+)$", console, re.MULTILINE):
        depth, of = int(found[1]), f"{fen}, depth {found[1]}"
        answers.add(name, "value", of, words(int(found[2])))
        answers.add(name, "nodes", of, int(found[4]))
        move = None if found[3] == "-" else found[3]
        if move and chess.Move.from_uci(move) not in board.legal_moves:
            move += "q"
        answers.add(name, "squares", of, move)
    answers.add(name, "stored line", f"{fen}, depth {depth}", re.sub("[+#]", "", line))


def of_adapter(answers, fen, depth):
    """A session of `bcp dap`, to the end of the search."""
    server = Server(BCP, "dap")
    server.request("initialize", adapterID="bcp")
    server.request("launch", fen=fen, depth=depth, engine="interpreter")
    server.request("configurationDone")
    server.until(lambda one: one.get("event") in ("stopped", "terminated"))
    asked = {one: server.request("evaluate", expression=one, context="repl")["body"]["result"] for one in ("console", "line")}
    server.end()
    of_debugger(answers, "adapter", fen, asked["console"], asked["line"])


def of_engine(answers, fen, depth):
    """What `bcp uci` says of each iteration. It has a move chosen, which is another search than that of `solve`."""
    engine = Engine([BCP, "uci", "--engine", "interpreter"])
    engine.send(f"position fen {fen}", f"go depth {depth}")
    said = "\n".join(engine.until("bestmove", 60))
    engine.kill()
    for found in re.finditer(r"^info depth (\d+) .*score .* nodes (\d+) .*pv (\S+)", said, re.MULTILINE):
        of = f"{fen}, depth {found[1]}"
        answers.add("UCI", "nodes of a choice", of, int(found[2]))


def draws(board):
    """Whether a move ends the game in a draw: `bcp uci` keeps the program from such moves, which it does not recognise."""
    ends = []
    for move in board.legal_moves:
        board.push(move)
        ends.append(board.outcome())
        board.pop()
    return any(end and end.winner is None for end in ends)


def of_run(answers, fens, folder):
    """A run of all positions: its lines, the same as CSV and as JSON, and the page."""
    suite, lines, page = (os.path.join(folder, name) for name in ("suite.epd", "lines.jsonl", "page.html"))
    with open(suite, "w", encoding="utf-8") as file:
        for fen in fens:
            board = chess.Board(fen)
            file.write(f"{board.epd(en_passant='fen')} bm {board.san(next(iter(board.legal_moves)))};\n")
    run(BCP, "table1", "--suite", suite, "--limit-seconds", SECONDS, "--out", lines, "--report", page, "--quiet")
    with open(lines, encoding="utf-8") as file:
        stored = [json.loads(line) for line in file]
    shown = {"lines": stored, "JSON": json.loads(run(BCP, "report", lines, "--format", "json"))["positions"],
             "CSV": list(csv.DictReader(io.StringIO(run(BCP, "report", lines, "--format", "csv"))))}
    for name, records in shown.items():
        for fen, one in zip(fens, records, strict=True):
            of = f"{fen}, run"
            for fact in ("value", "depth", "nodes", "cycles", "iteration_cycles"):
                answers.add(name, fact, of, int(one[fact]))
            answers.add(name, "move", of, plain(one["move"] or None))
            answers.add(name, "line", of, one["variation"] or "")
    with open(page, encoding="utf-8") as file:
        html = file.read()
    for index, (fen, one) in enumerate(zip(fens, stored, strict=True), 1):
        rows(answers, "lines", fen, one["iterations"])
        table = re.search(rf'data-figure="card\.{index}\.iterations">(.*?)</tbody>', html)[1]
        for row in re.findall("<tr.*?</tr>", table):
            depth, value, nodes, cycles, seconds, line = (re.sub("<.*?>", "", cell) for cell in re.findall("<td.*?</td>", row))
            of = f"{fen}, depth {depth}"
            answers.add("page", "value", of, value.replace("−", "-").lstrip("+"))
            answers.add("page", "nodes", of, number(nodes))
            answers.add("page", "seconds", of, seconds)
            answers.add("page", "move", of, plain(line.split(" ")[0]))
    return {fen: one["iterations"] for fen, one in zip(fens, stored, strict=True)}


def main():
    answers, rng, kept = Answers(), random.Random(SEED), 0
    print(f"answers: {COUNT} positions, seed {SEED}")
    fens = rng.sample(positions(4 * COUNT), COUNT)
    with tempfile.TemporaryDirectory() as folder:
        reached = of_run(answers, fens, folder)
    for fen in fens:
        depth = rng.randint(1, max(1, min(3, len(reached[fen]) - 1)))
        asked = ["--fen", fen, "--depth", depth, "--engine", "interpreter"]
        of_text(answers, fen, run(BCP, "solve", *asked))
        solved = json.loads(run(BCP, "solve", *asked, "--format", "json"))
        rows(answers, "solve", fen, solved["iterations"])
        last = solved["iterations"][-1]
        for one in solved["iterations"]:
            answers.add("solve", "clocks", f"{fen}, depth {one['depth']}", one["cycles"])
        of = f"{fen}, depth {last['depth']}"
        variation = re.sub("[+#]", "", " ".join(last["variation"]))
        profile = json.loads(run(BCP, "profile", *asked, "--format", "json"))
        answers.add("profile", "nodes", f"{fen}, depth {profile['depth']}", profile["nodes"])
        choice = json.loads(run(BCP, "profile", "--move", *asked, "--format", "json"))
        answers.add("profile", "nodes of a choice", f"{fen}, depth {choice['depth']}", choice["nodes"])
        ended, line = batch(BCP, "debug", *asked, commands=["continue", "line"])
        of_debugger(answers, "debugger", fen, ended["console"], line["text"])
        # The variation of an iteration goes on where the tree stores a hint, and ends where a pass is as good.
        both = zip(variation.split(), re.sub("[+#]", "", line["text"]).split() if line["line"] else [])
        for ply, (solved_move, stored) in enumerate(both):
            answers.add("solve", "move of the line", f"{of}, ply {ply}", solved_move)
            answers.add("debugger", "move of the line", f"{of}, ply {ply}", stored)
        of_adapter(answers, fen, depth)
        if draws(chess.Board(fen)):
            kept += 1
        else:
            of_engine(answers, fen, depth)
    print(f"UCI was not asked at {kept} positions with moves that draw at once; at most half")
    assert kept <= COUNT // 2, kept
    answers.judge({"value": "text solve lines page debugger adapter CSV JSON", "nodes of a choice": "UCI profile", "nodes": "text solve profile lines page debugger adapter CSV JSON",
                   "move": "text solve lines page CSV JSON", "squares": "debugger adapter", "seconds": "text solve lines page",
                   "stored line": "debugger adapter", "move of the line": "solve debugger", "line": "lines CSV JSON"})


main()
