#!/usr/bin/env python3
"""A strict clock beside games of `bcp uci`: every answer later than the flag is recorded.

    tests/uci/clock.py BCP [GAMES]

GAMES (4) of each kind: 1 s and 0.1 s for each move, 0.5 s and 0.05 s; against Stockfish at skill 0, and against itself.
Two games go on at a time. Where c-chess-cli or fastchess are installed, they play the same:
    fastchess -engine cmd=BCP args=uci name=one -engine cmd=BCP args=uci name=two -each tc=1+0.1 -rounds 20
    c-chess-cli -engine cmd='BCP uci' name=one -engine cmd='BCP uci' name=two -each tc=1+0.1 -games 20
An answer's time is that from the write of `go` to the arrival of `bestmove`. The stalls of the machine in this time,
which a thread that only sleeps has measured, are shown, and subtracted; at most one answer of 20 may need that. A game that has not ended after 150 moves of each
side is a draw. Needs Stockfish. Exit status: 0 all is well, 1 it is not.
"""

import collections
import random
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import chess
from talk import Engine, Stalls

CONTROLS = [(1.0, 0.1), (0.5, 0.05)]
LONGEST = 300
# Seconds after which an answer counts as missing.
NEVER = 60


class Player:
    """An engine with a clock."""

    def __init__(self, command, options, control):
        self.engine = Engine(command)
        self.left, self.increment = control
        self.engine.send("uci", *options, "isready")
        self.engine.until("readyok", NEVER)


class Game:
    """A game between the players of White and of Black."""

    def __init__(self, players, names, chance, stalls):
        self.players, self.names, self.stalls = players, names, stalls
        self.board = chess.Board()
        # For the engine under test: seconds of each answer, and (late, stalled, FEN) of those after the flag.
        self.answers, self.late, self.faults = [], [], []
        for _ in range(6):
            self.board.push(chance.choice(list(self.board.legal_moves)))

    def play(self):
        try:
            while not self.board.is_game_over(claim_draw=True) and len(self.board.move_stack) < LONGEST:
                self.move()
        except AssertionError as error:
            self.faults.append(f"{error} in {self.board.fen()}")
        for player in self.players:
            player.engine.kill()
        return self

    def move(self):
        side = 0 if self.board.turn == chess.WHITE else 1
        player, engine = self.players[side], self.players[side].engine
        clocks = [max(1, round(1000 * player.left)) for player in self.players]
        steps = [round(1000 * player.increment) for player in self.players]
        moves = " ".join(move.uci() for move in self.board.move_stack)
        sent = engine.send(
            f"position startpos moves {moves}",
            f"go wtime {clocks[0]} btime {clocks[1]} winc {steps[0]} binc {steps[1]}",
        )
        move = engine.until("bestmove", NEVER)[-1].split()[1]
        taken = engine.came - sent
        stalled = 0.0
        if taken > player.left:
            stalled = self.stalls.between(sent, engine.came)
        if self.names[side] == "bcp":
            self.answers.append(taken)
            if taken > player.left:
                self.late.append((taken - player.left, stalled, self.board.fen()))
        # A game continues after the flag falls, since there may be more faults.
        player.left = max(player.left - taken + stalled, 0.0) + player.increment
        assert chess.Move.from_uci(move) in self.board.legal_moves, f"{self.names[side]}: {move} is illegal"
        self.board.push_uci(move)

    def result(self):
        outcome = self.board.outcome(claim_draw=True)
        if outcome is None or outcome.winner is None:
            return "draw"
        return f"{self.names[0 if outcome.winner else 1]} wins"


def game(bcp, other, control, seed, stalls):
    """Play the game of this seed, which also determines the colours."""
    engines = [([bcp, "uci"], [], "bcp"), other]
    if seed % 2:
        engines.reverse()
    players = [Player(command, options, control) for command, options, _ in engines]
    return Game(players, [name for *_, name in engines], random.Random(seed), stalls).play()


def main():
    bcp, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 4
    stockfish = (["stockfish"], ["setoption name Skill Level value 0"], "stockfish")
    stalls, wrong = Stalls(), 0
    began = time.monotonic()
    print("a strict clock:")
    for control in CONTROLS:
        for other in (stockfish, ([bcp, "uci"], [], "bcp")):
            with ThreadPoolExecutor(2) as pool:
                jobs = [pool.submit(game, bcp, other, control, seed, stalls) for seed in range(count)]
                games = [job.result() for job in jobs]
            answers = [seconds for game in games for seconds in game.answers]
            late = [row for game in games for row in game.late]
            results = dict(collections.Counter(game.result() for game in games))
            name = "itself" if other[2] == "bcp" else other[2]
            print(f"  {control[0]:g}+{control[1]:g} against {name}: {len(games)} games, {results}")
            print(f"    {len(answers)} answers, the longest {max(answers):.3f} s, {len(late)} after the flag")
            if 20 * sum(seconds <= stalled for seconds, stalled, _ in late) > len(answers):
                print("    too many answers are late by stalls: nothing is known of them", file=sys.stderr)
                wrong += 1
            for seconds, stalled, fen in late:
                print(f"    {seconds:.3f} s after the flag, stalls {stalled:.3f} s: {fen}")
                wrong += seconds > stalled
            for fault in (fault for game in games for fault in game.faults):
                print(f"    {fault}", file=sys.stderr)
                wrong += 1
    now = time.monotonic()
    print(f"  {now - began:.0f} s; the machine's stalls {stalls.between(began, now):.1f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
