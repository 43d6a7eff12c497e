"""Section 9 of the quiescence paper: the probability that the value at the root is wrong, in a model of won and lost
positions.

Every position has the same number of moves. In a clustered family, all positions have the same value; in other
families, their values are independent. In families of both kinds, a position is lost for the side to play with the same
probability. Evaluations at the horizon are wrong at random.
"""

import svg

MOVES, CLUSTERED = 35, 0.2


def share_lost(moves, clustered):
    """Return the share of positions that are lost for the side to play, which is the same at every ply."""
    low, high = 0.0, 1.0
    for _ in range(60):
        lost = (low + high) / 2
        above = clustered * (1 - lost) + (1 - clustered) * (1 - lost) ** moves
        low, high = (lost, high) if above > lost else (low, lost)
    return low


def factor(moves, clustered):
    """Return the paper's factor by which a ply of minimax multiplies small errors."""
    lost = share_lost(moves, clustered)
    return moves / (1 - lost) * (lost * (lost - clustered + lost * clustered)) ** 0.5


def minimax(errors, moves, clustered):
    """Return the probabilities of an error at a lost and at a won position, from those of the positions a ply below."""
    of_lost, of_won = errors
    lost = share_lost(moves, clustered)
    seems_won = (1 - lost) * (1 - of_won)
    # At a lost position, all moves lead to positions that are won for the other side, and one that seems lost is enough.
    at_lost = 1 - (1 - of_won) ** moves
    # At a won position, every position that is lost for the other side has to seem won.
    mixed = (seems_won + lost * of_lost) ** moves - seems_won**moves
    at_won = (clustered * lost * of_lost**moves + (1 - clustered) * mixed) / (1 - lost)
    return at_lost, at_won


def quiescence(errors, moves, clustered, better, quiet):
    """Return the same probabilities with a null move before the other moves. In the share `quiet` of won positions, the
    null move shows the win; in the share `better` of lost positions, it has a better value than every move, so a win is
    seen where there is none."""
    at_lost, at_won = minimax(errors, moves, clustered)
    return better + (1 - better) * at_lost, (1 - quiet) * at_won


def by_depth(ply, error, depths):
    """Yield each number of plies, from 0, and the probability that the value of the root is then wrong. The function
    `ply` computes the errors of a ply from those of the ply below."""
    lost = share_lost(MOVES, CLUSTERED)
    errors = (error, error)
    for depth in range(depths + 1):
        yield depth, lost * errors[0] + (1 - lost) * errors[1]
        errors = ply(errors, MOVES, CLUSTERED)


def drawn():
    """Return a chart of the probability by depth, for a full-width search and for null moves with several error rates."""
    series = [("full width", list(by_depth(minimax, 0.001, 8)), False)]
    for better in (0, 0.00001, 0.0001):

        def ply(errors, moves, clustered, better=better):
            return quiescence(errors, moves, clustered, better, 0.5)

        series.append((f"null moves, {100 * better:g}% wrong", list(by_depth(ply, 0.001, 8)), False))
    return svg.chart("Probability that the value of the root is wrong", "depth", "probability", series)


if __name__ == "__main__":
    print(drawn())
