"""What every interface says of a search, compared: positions.py BCP COUNT SEED, started by `run`.

COUNT positions of random play are searched to random depths. Value, move, mate, depth, nodes, clocks and seconds of each
iteration are asked of `solve` as text and as JSON, of a run's lines, CSV, JSON and page, of the debugger, of the debug
adapter and of `profile`; those of a move's choice, which is another search, of `profile --move`, `bcp uci` and `bcp play`.
What one rounds or writes in its own way is compared as it is written. tests/browser/words.py asks the page on the web.
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
# The program reads its command within the time that it counts. A run sends `g 30`, and a search to a depth below 10 has
# one digit less. Clocks of a digit, by the heads of the routines in asm/: command_depth, read_line, and getc for a
# waiting character.
DIGIT = 87 + 67 + 44
# A profile continues until the program has written `done` after its last iteration; this takes less if the value ends
# the search.
DONE = 533


def number(text):
    return int(text.replace("−", "-").replace(",", ""))


def words(value):
    """Format a value for readers: pawns, or a mate in moves, which the console counts in plies down from 127."""
    if abs(value) < 94:
        return str(value)
    moves = (128 - abs(value)) // 2
    return ("-" if value < 0 else "") + (f"mate {moves}" if moves else "mate")


def plain(move):
    return None if move in (None, "-", "–") else move.rstrip("+#")


def rows(answers, name, fen, iterations):
    """Record the iterations of results."""
    for one in iterations:
        of = f"{fen}, depth {one['depth']}"
        answers.add(name, "value", of, words(one["value"]))
        answers.add(name, "nodes", of, one["nodes"])
        answers.add(name, "seconds", of, f"{one['seconds']:.2f}")
        answers.add(name, "clocks", of, one["cycles"])
        answers.add(name, "move", of, plain(one["move"]))


def of_text(answers, fen, text):
    """Record the table of `bcp solve`."""
    depths = []
    for found in re.finditer(r"^ +(\d+) +(-?mate \d+|-?mate|\S+) +(\S+) +(\d+) +(\d+) +(\d+\.\d\d)$", text, re.MULTILINE):
        of = f"{fen}, depth {found[1]}"
        depths.append(int(found[1]))
        answers.add("text", "value", of, found[2])
        answers.add("text", "move", of, plain(found[3]))
        answers.add("text", "nodes", of, int(found[4]))
        answers.add("text", "seconds", of, found[6])
        answers.add("text", "clocks of a shorter command", of, int(found[5]))
    answers.add("text", "depths", fen, depths)
    rules = re.search(r"^rules: (\S+(?: \d+)?), (.*)$", text, re.MULTILINE)
    answers.add("text", "mate", fen, [*rules.groups()] if rules else None)


def of_debugger(answers, name, fen, console, line):
    """Record the lines of the console, which name a move by its squares and count no time, and the stored line."""
    board, depths = chess.Board(fen), []
    for found in re.finditer(r"^(\d+) (-?\d+) (\S+) (\d+)$", console, re.MULTILINE):
        depths.append(int(found[1]))
        of = f"{fen}, depth {found[1]}"
        answers.add(name, "value", of, words(int(found[2])))
        answers.add(name, "nodes", of, int(found[4]))
        move = None if found[3] == "-" else found[3]
        if move and chess.Move.from_uci(move) not in board.legal_moves:
            move += "q"
        answers.add(name, "squares", of, move)
    answers.add(name, "depths", fen, depths)
    answers.add(name, "stored line", f"{fen}, depth {depths[-1]}", re.sub("[+#]", "", line))


def of_adapter(answers, fen, depth):
    """Record a session of `bcp dap`, up to the end of the search."""
    server = Server(BCP, "dap")
    server.request("initialize", adapterID="bcp")
    server.request("launch", fen=fen, depth=depth, engine="interpreter")
    server.request("configurationDone")
    server.until(lambda one: one.get("event") in ("stopped", "terminated"))
    asked = {one: server.request("evaluate", expression=one, context="repl")["body"]["result"] for one in ("console", "line")}
    server.end()
    of_debugger(answers, "adapter", fen, asked["console"], asked["line"])


def of_choice(answers, fen, depth, counts):
    """Record the choice of a move by `bcp uci` and `bcp play`, whose search differs from that of `solve`."""
    engine = Engine([BCP, "uci", "--engine", "interpreter"])
    engine.send(f"position fen {fen}", f"go depth {depth}")
    said = engine.until("bestmove", 60)
    engine.kill()
    found = re.findall(r"^info depth (\d+) .*score (cp|mate) (-?\d+) nodes (\d+)", "\n".join(said), re.MULTILINE)
    if counts:
        for at, _, _, nodes in found:
            answers.add("UCI", "nodes of a choice", f"{fen}, depth {at}", int(nodes))
    at, kind, value, _ = found[-1]
    white = " w " in fen
    # Without a seed, `play` chooses among equal moves at random, and plays openings without a search.
    shown = run(BCP, "play", "--fen", fen, "--depth", depth, "--colour", "black" if white else "white", "--engine", "interpreter",
                "--seed", "0", given="resign\n")
    played = re.search(r"^The program plays \d+\.+ (\S+) \(depth (\d+), value (-?mate \d+|-?mate|-?\d+), ", shown, re.MULTILINE)
    for name, move, deepest, worth in (
        ("UCI", said[-1].split()[1], int(at), words(int(value) // 100) if kind == "cp" else ("-" if int(value) < 0 else "") + f"mate {abs(int(value))}"),
        ("play", chess.Board(fen).parse_san(played[1]).uci(), int(played[2]), played[3]),
    ):
        answers.add(name, "move of a choice", fen, move)
        answers.add(name, "depth of a choice", fen, deepest)
        answers.add(name, "value of a choice", fen, worth)


def draws(board):
    """Return whether a move ends the game in a draw: `bcp uci` and `bcp play` prevent such moves, which the program
    does not recognise."""
    ends = []
    for move in board.legal_moves:
        board.push(move)
        ends.append(board.outcome())
        board.pop()
    return any(end and end.winner is None for end in ends)


def of_run(answers, fens, folder):
    """Record a run of all positions: its lines, the same as CSV and as JSON, and the page."""
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
            answers.add("page", "clocks", of, number(cycles))
            answers.add("page", "move", of, plain(line.split(" ")[0]))
    return {fen: one["iterations"] for fen, one in zip(fens, stored, strict=True)}


def main():
    answers, rng, kept, common, longest = Answers(), random.Random(SEED), 0, 0, 0
    print(f"answers: {COUNT} positions, seed {SEED}")
    fens = rng.sample(positions(4 * COUNT), COUNT)
    with tempfile.TemporaryDirectory() as folder:
        reached = of_run(answers, fens, folder)
    for fen in fens:
        depth = rng.randint(1, max(1, min(3, len(reached[fen]) - 1)))
        asked = ["--fen", fen, "--depth", depth, "--engine", "interpreter"]
        of_text(answers, fen, run(BCP, "solve", *asked))
        solved = json.loads(run(BCP, "solve", *asked, "--format", "json"))
        rows(answers, "solve", fen, [{**one, "cycles": one["cycles"] + DIGIT} for one in solved["iterations"]])
        last = solved["iterations"][-1]
        for one in solved["iterations"]:
            answers.add("solve", "clocks of a shorter command", f"{fen}, depth {one['depth']}", one["cycles"])
        answers.add("solve", "depths", fen, [one["depth"] for one in solved["iterations"]])
        mate = solved.get("mate") if not last.get("mates") else None
        answers.add("solve", "mate", fen, [words(last["value"]), mate["note"]] if mate else None)
        of = f"{fen}, depth {last['depth']}"
        variation = re.sub("[+#]", "", " ".join(last["variation"]))
        profile = json.loads(run(BCP, "profile", *asked, "--format", "json"))
        answers.add("profile", "nodes", f"{fen}, depth {profile['depth']}", profile["nodes"])
        if abs(last["value"]) < 94:
            answers.add("profile", "clocks", f"{fen}, depth {profile['depth']}", profile["clocks"] - DONE + DIGIT)
        choice = json.loads(run(BCP, "profile", "--move", *asked, "--format", "json"))
        answers.add("profile", "nodes of a choice", f"{fen}, depth {choice['depth']}", choice["nodes"])
        ended, line = batch(BCP, "debug", *asked, commands=["continue", "line"])
        of_debugger(answers, "debugger", fen, ended["console"], line["text"])
        # The variation of an iteration continues as long as the tree stores a hint, and ends where a pass is as good.
        both = variation.split(), re.sub("[+#]", "", line["text"]).split() if line["line"] else []
        common, longest = common + min(map(len, both)), longest + max(map(len, both))
        for ply, (solved_move, stored) in enumerate(zip(*both)):
            answers.add("solve", "move of the line", f"{of}, ply {ply}", solved_move)
            answers.add("debugger", "move of the line", f"{of}, ply {ply}", stored)
        of_adapter(answers, fen, depth)
        counts = not draws(chess.Board(fen))
        kept += not counts
        of_choice(answers, fen, depth, counts)
    print(f"the nodes of a choice are not compared at {kept} positions with moves that draw at once; at most three of four")
    print(f"{common} of {longest} moves of lines are in both; at least a tenth")
    assert 4 * kept <= 3 * COUNT and 10 * common >= longest, (kept, common, longest)
    answers.judge({"value": "text solve lines page debugger adapter CSV JSON", "nodes": "text solve profile lines page debugger adapter CSV JSON",
                   "move": "text solve lines page CSV JSON", "squares": "debugger* adapter*", "seconds": "text solve lines page", "mate": "text* solve*",
                   "clocks": "solve profile lines page", "clocks of a shorter command": "text* solve*", "depths": "text* solve* debugger* adapter*",
                   "nodes of a choice": "UCI profile", "move of a choice": "UCI* play*", "value of a choice": "UCI* play*",
                   "depth of a choice": "UCI* play*",
                   "stored line": "debugger* adapter*", "move of the line": "solve* debugger*", "line": "lines* CSV* JSON*"})


main()
