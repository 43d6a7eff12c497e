#!/usr/bin/env python3
"""XBoard and polyglot manage games of `bcp uci` against Stockfish at skill 0, at 1 s and 0.1 s for each move.

    tests/uci/tournament.py BCP [GAMES]        (20)

In half of the games, of another XBoard beside the first, both ponder. No game may be lost on time or by an illegal
move. XBoard's own log has each move's clock and when it was asked for and played: an answer is too late if it took
longer than the clock, less the stalls of the machine in that time, which a thread that only sleeps has measured; at most
one of 20 may need that. Each move of the games must be in the log. XBoard does not end a game at the flag: how late an
answer is shows only when it comes.
Needs xboard, polyglot, stockfish and Xvfb. Exit status: 0 all is well, 1 it is not.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import chess.pgn
from talk import Stalls

# Seconds after which a game counts as hanging.
LONGEST_GAME = 180
# The events in the log that end the time of a move: the answer, or the end of the game without one.
ENDS = {("<", "move"), (">", "result"), (">", "force"), (">", "new"), (">", "quit")}
# Accuracy in seconds of the time at which the log's clock begins.
ABOUT = 0.1


class Tournament:
    """One XBoard, and its output."""

    def __init__(self, bcp, games, ponders, folder, display):
        self.games, self.ponders = games, ponders
        self.pgn, self.log = folder / f"{ponders}.pgn", folder / f"{ponders}.log"
        options = [
            *("-noGUI", "-mg", str(games), "-tc", "0:01", "-inc", "0.1", "-xautoflag"),
            *("-fcp", f"{bcp} uci", "-fUCI", "-scp", "stockfish", "-sUCI", "-secondOptions", "Skill Level=0"),
            *("-sgf", self.pgn, "-debug", "-nameOfDebugFile", self.log, "-ponder" if ponders else "-xponder"),
        ]
        self.began = time.monotonic()
        with open(folder / f"{ponders}.said", "w", encoding="utf-8") as said:
            self.process = subprocess.Popen(
                ["xboard", *options], cwd=folder, env={**os.environ, "DISPLAY": display}, stdout=said, stderr=said
            )

    def played(self):
        """Return the games in the file, each written after its end."""
        return self.pgn.read_text(encoding="utf-8", errors="replace").count("[Result ") if self.pgn.exists() else 0

    def wait(self):
        """Wait for the last game; XBoard stays open after it."""
        last, since = 0, time.monotonic()
        while last < self.games:
            if self.played() > last:
                last, since = self.played(), time.monotonic()
            assert self.process.poll() is None or self.played() == self.games, "xboard has ended"
            assert time.monotonic() - since < LONGEST_GAME, f"game {last + 1} does not end"
            time.sleep(0.1)
        self.process.terminate()
        self.process.wait()

    def answers(self):
        """Return (clock, seconds, time of the answer) for each move of the first engine, from XBoard's log."""
        clock = asked = None
        for line in self.log.read_text(encoding="utf-8", errors="replace").splitlines():
            found = re.match(r"(\d+) ([<>])first *: (\w+) ?(\S*)", line)
            if not found:
                continue
            at, way, word, rest = int(found[1]) / 1000, *found.groups()[1:]
            if (way, word) == (">", "time"):
                clock = int(rest) / 100
            elif way == ">" and (word in ("usermove", "go") or re.fullmatch(r"[a-h][1-8][a-h][1-8][qrbn]?", word)):
                asked = at
            elif (way, word) in ENDS and asked is not None and clock is not None:
                yield clock, at - asked, self.began + at
                asked = None

    def judge(self, stalls):
        """Print the games and clocks; return the faults."""
        results, ends, faults, moves = collections.Counter(), collections.Counter(), [], 0
        with open(self.pgn, encoding="utf-8", errors="replace") as file:
            games = iter(lambda: chess.pgn.read_game(file), None)
            for number, game in enumerate(games, 1):
                white = game.headers["White"].startswith("BCP")
                result = game.headers["Result"]
                moves += sum(node.turn() != white for node in game.mainline())
                results["draw" if "1/2" in result else "won" if white == (result == "1-0") else "lost"] += 1
                end = (game.end().comment or "no reason").split("}")[-1].strip().splitlines()[-1]
                end = re.sub(r"\[.*?\]|[-+]\d\S*|Xboard adjudication: ", "", end).strip()
                ends[end] += 1
                if game.errors or re.search("on time|illegal|false|disconnect|exit", end, re.IGNORECASE):
                    faults.append(f"game {number}: {end} {game.errors}, {result}")
        answers = list(self.answers())
        late = excused = 0
        for clock, seconds, came in answers:
            if seconds <= clock:
                continue
            late += 1
            stalled = stalls.between(came - seconds - ABOUT, came + ABOUT)
            print(f"    an answer after {seconds:.3f} s with {clock:.2f} s on the clock; stalls {stalled:.3f} s")
            excused += seconds - stalled <= clock
            if seconds - stalled > clock:
                faults.append(f"an answer {seconds - stalled - clock:.3f} s after the flag, less the stalls")
        least = min((clock - seconds for clock, seconds, _ in answers), default=0)
        longest = max((seconds for _, seconds, _ in answers), default=0)
        how = "both ponder" if self.ponders else "nobody ponders"
        print(f"  {self.games} games, {how}: {dict(results)}; {dict(ends)}")
        print(f"    {len(answers)} answers, {late} after the flag, {excused} of them by stalls alone, the longest {longest:.3f} s; least left {least:.2f} s")
        if 20 * excused > len(answers):
            faults.append("too many answers are late by stalls: nothing is known of them")
        if len(answers) < moves:
            faults.append(f"the log has {len(answers)} answers of {moves} moves")
        return faults


def main():
    bcp, games = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 20
    display = f":{os.getpid() % 30000 + 100}"
    server = subprocess.Popen(["Xvfb", display, "-nolisten", "tcp"], stderr=subprocess.DEVNULL)
    stalls, faults, began = Stalls(), [], time.monotonic()
    print("XBoard, 1 s and 0.1 s for each move, against Stockfish at skill 0:")
    with tempfile.TemporaryDirectory() as folder:
        while not os.path.exists(f"/tmp/.X11-unix/X{display[1:]}"):
            assert server.poll() is None, "Xvfb cannot be started"
            time.sleep(0.01)
        both = [Tournament(bcp, games // 2, ponders, pathlib.Path(folder), display) for ponders in (False, True)]
        try:
            for tournament in both:
                tournament.wait()
                faults += tournament.judge(stalls)
        except AssertionError as error:
            faults.append(str(error))
            for file in sorted(pathlib.Path(folder).glob("*.log")):
                print("\n".join(file.read_text(encoding="utf-8", errors="replace").splitlines()[-20:]), file=sys.stderr)
        finally:
            for tournament in both:
                tournament.process.kill()
            server.terminate()
    print(f"  {time.monotonic() - began:.0f} s; the machine's stalls {stalls.between(began, time.monotonic()):.1f} s")
    for fault in faults:
        print(f"  {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
