"""Judges the mates that the page announces: mates.py FILE, with a line of JSON for each. Started by tests/web/run."""

import collections
import json
import os
import re
import sys

import chess

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from mates import Unknown, is_mated, mates  # noqa: E402

counts = collections.Counter()
with open(sys.argv[1], encoding="utf-8") as file:
    claims = [json.loads(line) for line in file]
for claim in claims:
    board = chess.Board(f"{claim['fen']} 0 1")
    # A mate of unknown length is one within six moves.
    word, moves, mark = re.fullmatch(r"(mated?)(?: in (\d+))?(?: \((believed|refuted)\))?", claim["words"]).groups()
    move = chess.Move.from_uci(claim["move"]) if claim["move"] else None
    try:
        true = is_mated(board, int(moves or 6)) if word == "mated" else mates(board, int(moves or 6), move)
        counts["false" if mark != "believed" and true == (mark == "refuted") else mark or "proved"] += 1
        if mark != "believed" and true == (mark == "refuted"):
            print(f"{claim}: {'a mate' if true else 'no mate'}")
    except Unknown:
        counts["not judged"] += 1
        print(f"{claim}: the search gave up")
print(f"{len(claims)} announced mates: " + ", ".join(f"{name} {n}" for name, n in sorted(counts.items())))
sys.exit(1 if counts["false"] or counts["not judged"] or not claims else 0)
