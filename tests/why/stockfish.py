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
# Nodes for a first search, and for finding the shortest mate.
LOOK, SURE = 12_000, 150_000
# Maximum number of positions for a proof: first that of the commands, then more for the unproved mates.
EFFORTS = (100_000, 20_000_000)


def mate_of(engine, board, nodes):
    """Return the number of moves to a mate by the side to play, and the best move."""
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


def proved(found, positions):
    """Return the proof of each mate within a number of positions, and the seconds that it took."""
    asked = "".join(f"{mate} {fen}\n" for fen, mate in found.items())
    output = subprocess.run([PROVE, str(positions)], input=asked, capture_output=True, text=True, check=True).stdout
    proofs = [line.split(" ", 1) for line in output.splitlines()]
    return {fen: (proof, float(took)) for fen, (took, proof) in zip(found, proofs, strict=True)}


def main():
    with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
        found, per = mates(engine, COUNT)
    print(f"{len(found)} mates: {dict(sorted(per.items()))}")
    left = found
    for positions in EFFORTS:
        proofs = proved(left, positions)
        seconds = sorted(took for _, took in proofs.values())
        counts = collections.Counter(proof for proof, _ in proofs.values())
        print(f"within {positions} positions: {dict(counts)}; median {seconds[len(seconds) // 2]:.3f} s, longest {seconds[-1]:.3f} s")
        left = {fen: mate for fen, mate in left.items() if proofs[fen][0] != "proved"}
        for fen, mate in left.items():
            print(f"{fen}: mate in {mate}: {proofs[fen][0]}")
        if not left:
            return
    sys.exit(1)


main()
