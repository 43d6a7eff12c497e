#!/usr/bin/env python3
"""Measures what searches that are not Beal's need for the positions of Table 1: predictors.py BCP BCP_LAB [STOCKFISH]

For each position, until its solution, by the rule of Table 1:
    full-width     positions visited by alpha-beta with a table and captures at the horizon
    null-move      the same with null moves, R = 3
    version-1      clocks of version 1 of the pseudocode, on the Z8000
    stockfish      nodes after which a solution remains the best move, of 1,000,000
A predictor that does not solve a position has an empty cell. The file is docs/results/predictors.csv, from which
tests/figures/predictors.py makes the table in docs/explanation/table1.md. It takes half an hour on two cores.
Needs the package `chess` from PyPI, and Stockfish, by default that of the PATH.
"""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

import chess
import chess.engine

ROOT = Path(__file__).resolve().parents[3]
LABORATORY = {"full-width": "none", "null-move": "r3"}
NODES, VISITED, SECONDS = 1_000_000, 5_000_000, 2000


def rows(command):
    """Return the rows in the JSON output of a command."""
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def stockfish(engine, record):
    """Return the nodes after which a solution remains the best move; None if another move is best at the end."""
    board = chess.Board(f"{record['fen']} 0 1")
    solves = {board.parse_san(move) for move in (record["best_moves"] or "").split()}
    wrong = {board.parse_san(move) for move in (record["avoid_moves"] or "").split()}
    since = None
    with engine.analysis(board, chess.engine.Limit(nodes=NODES), game=object()) as analysis:
        for info in analysis:
            if "pv" not in info or "nodes" not in info:
                continue
            best = info["pv"][0]
            if (best in solves) if solves else (best not in wrong):
                since = since or info["nodes"]
            else:
                since = None
    return since


def main():
    bcp, laboratory, *path = sys.argv[1:]
    found = {}
    for name, search in LABORATORY.items():
        command = [laboratory, "fifteenth", "--quiet", "--against", search, "--limit-nodes", str(VISITED), "--format", "json"]
        found[name] = {row["position"]: row["full_visited"] for row in rows(command)["rows"]}
        print(f"{name}: {sum(value is not None for value in found[name].values())} solved", flush=True)
    simple = [bcp, "table1", "--quiet", "--simple", "--limit-seconds", str(SECONDS), "--format", "json"]
    records = rows(simple)["positions"]
    found["version-1"] = {record["number"]: record["cycles"] if record["solved"] else None for record in records}
    with chess.engine.SimpleEngine.popen_uci(path[0] if path else shutil.which("stockfish") or "/usr/games/stockfish") as engine:
        engine.configure({"Threads": 1, "Hash": 64})
        found["stockfish"] = {record["number"]: stockfish(engine, record) for record in records}
        print(f"stockfish: {engine.id['name']}", flush=True)
    with open(ROOT / "docs/results/predictors.csv", "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["number", *found])
        for record in records:
            table.writerow([record["number"], *("" if of[record["number"]] is None else of[record["number"]] for of in found.values())])


if __name__ == "__main__":
    main()
