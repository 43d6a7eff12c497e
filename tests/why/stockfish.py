"""Mates in 2 to 6 that Stockfish finds in positions from random play, and whether the prover proves them:
`stockfish.py PROVE COUNT`, started by tests/why/run. PROVE is the example of the crate of the rules."""

import collections
import random
import subprocess
import sys

import chess
import chess.engine

PROVE, COUNT = sys.argv[1], int(sys.argv[2])
SEED = 7
# Nodes for a first look, and for the shortest mate.
LOOK, SURE = 12_000, 150_000


def mate_of(engine, board, nodes):
    """Moves to a mate by the side to play, and the best move."""
    found = engine.analyse(board, chess.engine.Limit(nodes=nodes))
    score = found["score"].relative
    return score.mate() if score.is_mate() else None, found.get("pv", [None])[0]


def mates(engine, count):
    rng, found, per = random.Random(SEED), {}, collections.Counter()
    while len(found) < count:
        board = chess.Board()
        for _ in range(rng.randrange(10, 90)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
        for _ in range(12):
            if board.is_game_over():
                break
            mate, best = mate_of(engine, board, LOOK)
            if mate and 2 <= mate <= 6 and board.fen() not in found:
                mate, best = mate_of(engine, board, SURE)
                if mate and 2 <= mate <= 6 and per[mate] < count // 3:
                    per[mate] += 1
                    found[board.fen()] = mate
                    break
            board.push(rng.choice(list(board.legal_moves)) if rng.random() < 0.5 else best)
    return found, per


def main():
    with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        found, per = mates(engine, COUNT)
    asked = "".join(f"{mate} {fen}\n" for fen, mate in found.items())
    output = subprocess.run([PROVE], input=asked, capture_output=True, text=True, check=True).stdout
    proofs = [line.split(" ", 1) for line in output.splitlines()]
    counts = collections.Counter(proof for _, proof in proofs)
    for (fen, mate), (_, proof) in zip(found.items(), proofs, strict=True):
        if proof != "proved":
            print(f"{fen}: mate in {mate}: {proof}")
    seconds = sorted(float(took) for took, _ in proofs)
    print(f"{len(found)} mates: {dict(sorted(per.items()))}; {dict(counts)}; median {seconds[len(seconds) // 2]:.3f} s, longest {seconds[-1]:.3f} s")
    sys.exit(1 if counts["proved"] < len(found) else 0)


main()
