"""Mates by the rules of chess, as python-chess knows them: a proof-number search that tries every move of both sides.

It shares nothing with the prover of `bcp`: it is breadth-first in its own tree, and knows positions by their FEN.
"""

import collections

import chess

INFINITE = 1 << 30
BUDGET = 20_000
Node = collections.namedtuple("Node", "key board winner moves")


class Unknown(Exception):
    """The mate is neither proved nor refuted within the budget."""


class Tree:
    """Proof and disproof numbers of positions with a given number of moves left, and the moves that lead to other
    positions."""

    def __init__(self, budget):
        self.numbers, self.children, self.left = {}, {}, budget

    def node(self, board, winner, moves):
        node = Node((board._transposition_key(), winner, moves), board, winner, moves)
        if node.key not in self.numbers:
            self.numbers[node.key] = self.guess(node)
        return node

    def guess(self, node):
        """Return the numbers of a position before it is searched."""
        board = node.board
        if node.winner:
            return (1, 1)
        replies = board.legal_moves.count() if board.is_check() or node.moves == 0 else 20
        if replies == 0:
            return (0, INFINITE)
        return (INFINITE, 0) if node.moves == 0 else (replies, 1)

    def expand(self, node):
        if self.left == 0:
            raise Unknown
        self.left -= 1
        children = []
        for move in node.board.legal_moves:
            if node.winner and node.moves == 1 and not node.board.gives_check(move):
                continue
            board = node.board.copy(stack=False)
            board.push(move)
            children.append(self.node(board, not node.winner, node.moves - node.winner))
            if node.winner and self.numbers[children[-1].key] == (0, INFINITE):
                break
        self.children[node.key] = children

    def update(self, node):
        numbers = [self.numbers[child.key] for child in self.children[node.key]]
        if not numbers:
            mated = not node.winner and node.board.is_check()
            self.numbers[node.key] = (0, INFINITE) if mated else (INFINITE, 0)
        elif node.winner:
            self.numbers[node.key] = (min(p for p, _ in numbers), min(INFINITE, sum(d for _, d in numbers)))
        else:
            self.numbers[node.key] = (min(INFINITE, sum(p for p, _ in numbers)), min(d for _, d in numbers))
        if self.numbers[node.key][0] == 0:
            self.numbers[node.key] = (0, INFINITE)
        elif self.numbers[node.key][1] == 0:
            self.numbers[node.key] = (INFINITE, 0)

    def prove(self, root):
        while 0 not in self.numbers[root.key]:
            path = [root]
            while path[-1].key in self.children:
                at = path[-1]
                # The children may have been settled on another path.
                self.update(at)
                if 0 in self.numbers[at.key]:
                    break
                number = 0 if at.winner else 1
                path.append(min(self.children[at.key], key=lambda child: self.numbers[child.key][number]))
            else:
                self.expand(path[-1])
            for node in reversed(path):
                self.update(node)
        return self.numbers[root.key][0] == 0


known = {}


def proved(board, winner, moves, budget):
    if moves < 0 or winner and moves == 0:
        return False
    key = (board._transposition_key(), winner, moves)
    if key not in known:
        tree = Tree(budget)
        known[key] = tree.prove(tree.node(board.copy(stack=False), winner, moves))
    return known[key]


def mates(board, moves, first=None, budget=BUDGET):
    """Return whether the side to play mates within so many moves, by any legal move or by `first`. Raise Unknown."""
    if first is None:
        return proved(board, True, moves, budget)
    after = board.copy(stack=False)
    after.push(first)
    return moves > 0 and proved(after, False, moves - 1, budget)


def is_mated(board, moves, budget=BUDGET):
    """Return whether the side to play is mated, at once or within so many moves of the other side. Raise Unknown."""
    return proved(board, False, moves, budget)
