"""The order of moves after a null move, read from the trace and judged by python-chess."""

import json
import unittest

import chess

import bcp_laboratory as lab

FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq -"


def orders(name):
    """At each node where a capture refutes the null move: which quiet moves, in their order, leave the square.

    The first quiet move may come from the table and is left out, and so are nodes with moves of one kind only.
    """
    found = lab.search(name, lab.Chess(FEN), depth=5, calls=300_000)
    nodes = json.loads(found.trace.json())["nodes"]
    below = {}
    for at, node in enumerate(nodes):
        below.setdefault(node["parent"], []).append(at)
    for at, node in enumerate(nodes):
        null, *moves = below.get(at, [at])
        replies = below.get(null)
        if nodes[null]["moves"] != ["null"] or nodes[null]["end"] != "cut-off" or not replies:
            continue
        board = chess.Board(nodes[null]["fen"])
        refutation = board.parse_san(nodes[replies[-1]]["moves"][0])
        if not board.is_capture(refutation):
            continue
        board = chess.Board(node["fen"])
        tried = dict.fromkeys(board.parse_san(nodes[move]["moves"][0]) for move in moves)
        quiet = [move for move in tried if not board.is_capture(move) and not move.promotion]
        leaves = [move.from_square == refutation.to_square for move in quiet[1:]]
        if True in leaves and False in leaves:
            yield leaves


class Escape(unittest.TestCase):
    def test_moves_from_the_square_of_the_refutation_come_first(self):
        with_option, without = list(orders("fast:r1+escape")), list(orders("fast:r1"))
        # Few nodes have both kinds of moves after a refutation by a capture; without such a node, nothing is tested.
        self.assertTrue(with_option and without)
        for leaves in with_option:
            self.assertEqual(leaves, sorted(leaves, reverse=True))
        self.assertTrue(any(leaves != sorted(leaves, reverse=True) for leaves in without))


if __name__ == "__main__":
    unittest.main()
