"""Judges what the documents say of positions: `documents.py BCP`, started by tests/why/run.

A block of ```chess is a session of the debugger: its commands are given, and each sentence that the page shows is judged
like those of `why` and of events. In null-move-quiescence.md, whose figures show the three positions below, the tables of
lines and of scores are judged row by row; and sentences in prose that a rule or a count can decide, by their words.
A page without the sentences that are expected of it fails.
"""

import collections
import csv
import json
import pathlib
import re
import subprocess
import sys

import chess

from events import FORMS, Moment
from evaluation import WIN, material, quiet
from mates import is_mated, mates
from sentences import NAMES, False_, Place, Unjudged, expect, judge, null

DOCS = pathlib.Path("docs")
POSITIONS = pathlib.Path("programs/chess/suite/positions/win-at-chess.csv")
# The file with the positions of the article's figures.
TOUR = pathlib.Path("programs/chess/web/page/tour.ts")
FORK, STALEMATE = (f"{fen} 0 1" for fen in re.findall(r'(?:fen: |FEN = )"([^"]+)"', TOUR.read_text(encoding="utf-8")))


def suite(number):
    with POSITIONS.open(encoding="utf-8") as rows:
        return chess.Board(next(row["fen"] for row in csv.DictReader(rows) if row["position"] == str(number)) + " 0 1")


def sessions(page):
    """Return the sessions of a page: the number of the position, the commands, and the text shown after each."""
    number, said = None, []
    for found in re.finditer(r"^    [^\n]*bcp -- debug (\d+)$|^```chess\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if found[1]:
            if said:
                yield number, said
            number, said = int(found[1]), []
            continue
        for line in found[2].splitlines():
            if line.startswith(":"):
                said.append((line[1:], []))
            else:
                said[-1][1].append(line)
    if said:
        yield number, said


def answers(bcp, number, said):
    """Return the answer to each command, and the path at the end."""
    script = [line for command, _ in said for line in (command, "path")]
    command = [bcp, "debug", str(number), "--batch", "-"]
    output = subprocess.run(command, input="\n".join(script), capture_output=True, text=True, check=True).stdout
    lines = [json.loads(line) for line in output.splitlines()]
    return zip(lines[::2], lines[1::2], strict=True)


def of_sessions(bcp, page):
    """Return the sentences in the sessions of a page, each with a function that judges it."""
    for number, said in sessions(page):
        root = suite(number)
        given = list(answers(bcp, number, said))
        visit = {answer["move"]: answer for answer, _ in given if "reason" in answer and "path" in answer}
        for (command, shown), (answer, path) in zip(said, given, strict=True):
            for sentence in shown:
                if "event" in answer:
                    yield sentence, lambda what, s=sentence, a=answer, p=path: judge(Moment(root, p["plies"], a["event"]), s, what, FORMS)
                else:
                    line = [chess.Move.from_uci(move) for move in answer["path"]]
                    yield sentence, lambda what, s=sentence, a=answer, p=path, l=line: judge(Place(root, l, a, visit, p["plies"]), s, what)
            expect(shown or not command.startswith("why"), f"{command}: the page shows no answer")


# The article: statements about three positions in its tables and its prose.


def after(board, line):
    board = board.copy(stack=False)
    for word in line.split():
        board.push_san(word)
    return board


def is_line(board, line, said):
    true = material(after(board, line if line != "none" else ""), board.turn)
    expect(true == said, f"material after {line} is {true}")


def score(board, move):
    """Return the value for the side to play if the other side passes after its move; a king that could be captured is
    a win."""
    board = after(board, move)
    return WIN if board.is_check() else quiet(null(board))


def is_score(board, moves, said):
    for move in moves.split(", "):
        true = score(board, move)
        expect(true == said, f"{move} has {true}")


def counts_moves(board, listed, quiet_ones):
    """Check the number of legal moves, and of those without a threat: if the other side passes, they win nothing."""
    legal = [board.san(move) for move in board.legal_moves]
    expect(len(legal) == listed, f"there are {len(legal)} legal moves")
    nothing = [move for move in legal if score(board, move) <= material(board, board.turn)]
    expect(len(nothing) == quiet_ones, f"{len(nothing)} threaten nothing")


def mates_in(board, moves, first=None):
    only = board.parse_san(first) if first else None
    expect(mates(board, moves, only) if only else mates(board, moves), f"no mate in {moves}")
    expect(moves == 1 or not mates(board, moves - 1), "there is a shorter one")


def all_mate(board, move):
    """Check that after the move a pass allows a mate, and so does every answer."""
    board = after(board, move)
    expect(mates(null(board), 1), "a pass allows no mate")
    expect(is_mated(board, 1), "an answer prevents the mate")


NUMBERS = {"none": 0, "Two": 2, "eleven": 11, "thirteen": 13}
# A page, a statement in it, and the check of the statement; each statement must be found.
ROW = r"^\| ({}) \| (-?\d+) \|"
ARTICLE = "explanation/null-move-quiescence.md"
PROSE = [
    (ARTICLE, ROW.format(r"none|N[^|,]*") + "$", lambda f: is_line(chess.Board(FORK), f[1], int(f[2]))),
    (ARTICLE, ROW.format(r"[^|]+") + r" (?:the king|nothing)", lambda f: is_score(chess.Board(FORK), f[1], int(f[2]))),
    (ARTICLE, r"Two of the (thirteen) legal moves are\. The other (eleven)", lambda f: counts_moves(chess.Board(FORK), NUMBERS[f[1]], NUMBERS[f[2]])),
    (ARTICLE, r"White sacrifices the queen:\n(Qg6)\. If Black passes, White mates, .*; and whatever Black answers, White mates too", lambda f: all_mate(suite(1), f[1])),
    (ARTICLE, r"Of (\d+) moves, (\d+)\nthreaten nothing", lambda f: counts_moves(suite(1), int(f[1]), int(f[2]))),
    (ARTICLE, r"believes that (f8=Q) mates in two\. By the\s+rules of chess Black then has no move and is not in check", lambda f: expect(after(chess.Board(STALEMATE), f[1]).is_stalemate(), "it is no stalemate")),
    (ARTICLE, r"(f8=R) mates in two", lambda f: mates_in(chess.Board(STALEMATE), 2, f[1])),
    ("explanation/search.md", r"positions\s(4),\s(188)\sand\s(215),\smates\sin\s(\d),\s(\d)\sand\s(\d),", lambda f: [mates_in(suite(f[i]), int(f[i + 3])) for i in (1, 2, 3)]),
    ("how-to/debug.md", r"In `([^`]+)` (White) is (two) pawns down, and (Qg6) mates", lambda f: [expect(suite(1).epd().startswith(f[1]), "it is another position"), expect(material(suite(1), chess.WHITE) == -2, "it is not"), all_mate(suite(1), f[4])]),
]


def of_prose():
    for page, form, judged in PROSE:
        found = list(re.finditer(form, (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE))
        expect(found, f"{page} does not say {form}")
        for one in found:
            yield f"{page}: {one[0]}", lambda what, one=one, judged=judged: (what.add("prose"), judged(one))


def main():
    bcp, counts, false = sys.argv[1], collections.Counter(), 0
    pages = [page for page in sorted(DOCS.rglob("*.md")) if "```chess" in page.read_text(encoding="utf-8")]
    told = [(f"{page}: {text}", judged) for page in pages for text, judged in of_sessions(bcp, page.read_text(encoding="utf-8"))]
    for sentence, judged in [*told, *of_prose()]:
        what = set()
        try:
            judged(what)
            counts.update(what)
        except (False_, Unjudged) as error:
            false += 1
            print(f"{sentence}\n  {error}")
    print(f"documents: {len(told)} sentences of {len(pages)} pages, {sum(1 for _ in of_prose())} in prose; {dict(counts)}; false or not judged: {false}")
    sys.exit(1 if false or not told else 0)


main()
