"""Judges every sentence of `why` with python-chess: `judge.py BCP WHAT COUNT`, started by tests/why/run.

WHAT is `suite`: COUNT positions of Win at Chess, at the end of their search and at moments within it; `play`: COUNT
positions of random play; `events`: what is said of the events of the searches of COUNT positions of Win at Chess; or
`moments`: what the chess view shows at moments of the searches of COUNT positions of random play.
Every sentence is judged, or counted with the reason why it is not. The judge fails if one is false, if a mate or a pass
is not judged, or if more than 2 % are not, or were never asked. What a sentence only believes, or says of the search
itself, is counted, too, and has a limit.
"""

import collections
import concurrent.futures
import csv
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import chess

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from events import FORMS, Moment  # noqa: E402
from moments import judged as judged_moment  # noqa: E402
from play import positions as of_play  # noqa: E402
from sentences import False_, Place, Unjudged, judge  # noqa: E402

BCP, WHAT, COUNT = sys.argv[1], sys.argv[2], int(sys.argv[3])
# Seconds of a Z8000 at 4 MHz for the search of a position, and for that of a position which it solves by a mate.
SECONDS, MATE_SECONDS = 1, 30
PLAY_DEPTH, DEEPEST = 2, 30
MOST_PLIES, MOMENTS, SAMPLE, EVENTS, SHOWN = 3, 3, 6, 4, 10
UNJUDGED = 0.02
# Claims that nothing can decide, and the maximum percentage of sentences with such a claim.
ONLY_SAID = {"mate, believed": 5, "king, believed": 5, "what the search does": 25, "compared with another part of the tree": 5, "promotion to another piece": 5}


def batch(fen, depth, script):
    command = [BCP, "debug", "--fen", fen, "--depth", str(depth), "--batch", "-"]
    output = subprocess.run(command, input="\n".join(script), capture_output=True, text=True, check=False).stdout
    return [json.loads(line) for line in output.splitlines()]


def deepest(fen, seconds, depth):
    """Return the depth that a search reaches in this time, and whether its last iteration announces a mate."""
    command = [BCP, "solve", "--fen", fen, "--limit-seconds", str(seconds), "--depth", str(depth), "--format", "json"]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    iterations = json.loads(output)["iterations"]
    return iterations[-1]["depth"], abs(iterations[-1]["value"]) >= 94


def promoted(root, line):
    """Return a stored line with promotions to a queen, which it does not state."""
    board, moves = root.copy(), []
    for text in line:
        move = chess.Move.from_uci(text)
        if move not in board.legal_moves and not move.promotion:
            move = chess.Move.from_uci(f"{text}q")
        if move not in board.legal_moves:
            break
        board.push(move)
        moves.append(move)
    return moves


def asked(plies):
    """Return the moves up to the ply that `why` uses: before a null move, and before the captures beyond the horizon.
    """
    full = itertools.takewhile(lambda ply: ply["depth"] is not None and re.fullmatch(r"[a-h][1-8][a-h][1-8]\w?", ply["move"] or ""), plies)
    return [becomes(ply) for ply in full]


def becomes(ply):
    """Return the move of a ply, with the promotion piece, which only its text states."""
    piece = re.search("=([QRBN])", ply["text"])
    return ply["move"][:4] + (piece[1].lower() if piece else "")


def pseudo_legal(board):
    """Return moves, including at most three that leave the king to be captured."""
    legal = list(board.legal_moves)
    illegal = [move for move in board.pseudo_legal_moves if move not in legal and not board.is_castling(move)]
    return legal + illegal[:3]


def questions(fen, depth, rng):
    """Return the commands, for each the line at whose end it asks (None if it does not ask), and what is left out."""
    root = chess.Board(f"{fen} 0 1") if len(fen.split()) == 4 else chess.Board(fen)
    begun, ended, line = batch(fen, depth, ["next node", "continue", "line"])
    script, lines, cut = ["continue"], [None], collections.Counter()

    def ask(path, ply):
        board = root.copy(stack=False)
        for move in path:
            board.push(move)
        moves = pseudo_legal(board)
        best = chosen[ply : ply + 1]
        for move in dict.fromkeys(best + rng.sample(moves, min(len(moves), SAMPLE))):
            script.append(f"why {move.uci()} {ply}")
            lines.append(path)

    stored = line.get("line") or []
    chosen = promoted(root, stored)
    cut["left out: plies that chess does not allow"] += len(stored) - len(chosen)
    ask([], 0)
    for ply in range(1, min(len(chosen), MOST_PLIES) + 1):
        script += ["goto 0", f"reach {' '.join(move.uci() for move in chosen[:ply])}", "path"]
        lines += [None, None, None]
        ask(chosen[:ply], ply)
    # Moments within the search, at the position on the board.
    first, last = begun["instructions"], ended["instructions"]
    moments = sorted(rng.randrange(first, last) for _ in range(MOMENTS)) if begun["reached"] else []
    looks = ["continue", *(c for m in moments for c in (f"goto {m}", "path"))]
    for moment, said in zip(moments, batch(fen, depth, looks)[2::2], strict=True):
        moves = asked(said["plies"])
        path = promoted(root, moves)
        cut["left out: plies that chess does not allow"] += len(moves) - len(path)
        path = path[:MOST_PLIES]
        script += [f"goto {moment}", "path"]
        lines += [None, None]
        ask(path, len(path))
    return root, script, lines, cut


def with_named(script, lines, answers):
    """Return the same questions, and those about the moves that the answers name as better."""
    more_script, more_lines, missing, asked = [], [], [], set()
    for command, line, answer in zip([*script, ""], [*lines, None], [*answers, {}]):
        if line is None:
            for text, path in missing:
                if text not in asked:
                    more_script.append(text)
                    more_lines.append(path)
                    asked.add(text)
            missing, asked = [], set()
        else:
            asked.add(command)
            named = [(answer.get("best") or {}).get("move"), answer.get("by-move")]
            missing += [(f"why {move} {len(line)}", line) for move in named if move and move not in ("pass", "elsewhere")]
        if command:
            more_script.append(command)
            more_lines.append(line)
    return more_script, more_lines


def judge_sentence(judged, sentence, counts, faults):
    """Count a sentence by its form, and its claims."""
    what = set()
    try:
        counts["judged", judged(what)] += 1
    except Unjudged as error:
        counts["not judged", error.form, str(error)] += 1
    except False_ as error:
        counts["false", getattr(error, "form", "place")] += 1
        faults.append(f"{sentence}\n  {error}")
    for kind in what:
        counts["kind", kind] += 1


def judge_events(fen, depth, seed):
    """Return counts and faults of the texts about some events of a search, as many of each kind as possible."""
    counts, faults = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "events.jsonl")
        batch(fen, depth, ["continue", f"events {file}"])
        with open(file, encoding="utf-8") as lines:
            events = [json.loads(line) for line in lines][1:]
    rng, kinds = random.Random(seed), collections.defaultdict(list)
    for event in events:
        kinds[event["event"]].append(event)
    chosen = [event for of in kinds.values() for event in rng.sample(of, min(len(of), EVENTS))]
    chosen.sort(key=lambda event: event["instructions"])
    script = [command for event in chosen for command in (f"goto {event['instructions']}", "path", "step", "events 1")]
    answers = batch(fen, depth, ["continue", *script])[1:]
    root = chess.Board(f"{fen} 0 1") if len(fen.split()) == 4 else chess.Board(fen)
    for event, path, last in zip(chosen, answers[1::4], answers[3::4], strict=True):
        [said] = last["events"]
        if said["instructions"] != event["instructions"]:
            counts["left out: another event follows at once"] += 1
            continue
        judge_sentence(lambda what: judge(Moment(root, path["plies"], event), said["text"], what, FORMS), f"{fen}, {depth}, {event}: {said['text']}", counts, faults)
    return counts, faults


LOOKS = ["path", "board", "eligible", "tree 0 3", "line"]


def judge_moments(fen, depth, seed):
    """Return counts and faults of the chess view at moments of a search: at random ones, and before nodes."""
    counts, faults, rng = collections.Counter(), [], random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "events.jsonl")
        ended = batch(fen, depth, ["continue", f"events {file}"])[0]
        with open(file, encoding="utf-8") as lines:
            events = {event["instructions"]: event for event in map(json.loads, list(lines)[1:])}
    nodes = [at for at, event in events.items() if event["event"] == "node"]
    began, last = min(events), ended["steps"]
    moments = sorted(rng.sample(nodes, min(len(nodes), SHOWN)) + [rng.randrange(began, last) for _ in range(SHOWN)])
    answers = iter(batch(fen, depth, ["continue", *(command for at in moments for command in (f"goto {at}", *LOOKS))])[1:])
    root = chess.Board(fen)
    for at in moments:
        next(answers)
        shown = {look: next(answers) for look in LOOKS}
        judge_sentence(lambda what: judged_moment(root, shown, events.get(at), what), f"{fen}, {depth}, moment {at}", counts, faults)
    return counts, faults


def judge_position(fen, few, seconds, most, seed):
    """Return counts and faults of one position."""
    counts, faults = collections.Counter(), []
    depth, is_mate = deepest(fen, seconds, most)
    if few and not is_mate:
        return counts, faults
    if WHAT == "events":
        return judge_events(fen, depth, seed)
    if WHAT == "moments":
        return judge_moments(fen, depth, seed)
    root, script, lines, cut = questions(fen, depth, random.Random(seed))
    counts += cut
    answers = batch(fen, depth, script)
    script, lines = with_named(script, lines, answers)
    answers = batch(fen, depth, script)
    visits = collections.defaultdict(dict)
    group = 0
    for command, line, answer in zip(script, lines, answers):
        if line is None:
            group += 1
        elif answer["ok"]:
            visits[group, tuple(line)][answer["move"]] = answer
    group, plies = 0, []
    for command, line, answer in zip(script, lines, answers, strict=True):
        if line is None:
            group += 1
            plies = answer.get("plies", [])
            continue
        if not answer["ok"]:
            counts["refused: " + re.sub(r"`[^`]*`|\d+", "…", answer["error"])] += 1
            continue
        visit = visits[group, tuple(line)]
        for sentence in re.sub(r"\. (?=That is enough)", ".\x00", answer["text"]).replace("\x00", " ").split("\n"):
            judge_sentence(lambda what: judge(Place(root, line, answer, visit, plies), sentence, what), f"{fen}, {command}: {sentence}", counts, faults)
    return counts, faults


def tasks():
    if WHAT in ("play", "moments"):
        yield from ((fen, False, MATE_SECONDS, PLAY_DEPTH, index) for index, fen in enumerate(of_play(COUNT)))
        return
    with open("programs/chess/suite/positions/win-at-chess.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    chosen = rows[:: max(1, len(rows) // COUNT)][:COUNT]
    yield from ((row["fen"], False, SECONDS, DEEPEST, int(row["number"])) for row in chosen)
    # The end of searches that find a mate: the best moves, and a few others.
    if COUNT == len(rows):
        yield from ((row["fen"], True, MATE_SECONDS, DEEPEST, int(row["number"])) for row in chosen)


def main():
    counts, faults = collections.Counter(), []
    with concurrent.futures.ProcessPoolExecutor(int(os.environ.get("JOBS", "2"))) as pool:
        for more, wrong in pool.map(judge_position, *zip(*tasks()), chunksize=1):
            counts += more
            faults += wrong
    for fault in faults[:20]:
        print(fault)
    forms = sorted({key[1] for key in counts if key[0] in ("judged", "not judged", "false")})
    total = {name: sum(n for key, n in counts.items() if key[0] == name) for name in ("judged", "not judged", "false")}
    print(f"{'form':20} {'sentences':>9} {'judged':>9} {'not judged':>10} {'false':>6}")
    for form in forms:
        of = {name: sum(n for key, n in counts.items() if key[:2] == (name, form)) for name in total}
        print(f"{form:20} {sum(of.values()):9} {of['judged'] + of['false']:9} {of['not judged']:10} {of['false']:6}")
    every = sum(total.values())
    print(f"{'all':20} {every:9} {total['judged'] + total['false']:9} {total['not judged']:10} {total['false']:6}")
    print("claims judged: " + ", ".join(f"{key[1]} {n}" for key, n in sorted(counts.items(), key=str) if key[0] == "kind"))
    reasons = collections.Counter()
    for key, n in counts.items():
        if key[0] == "not judged":
            reasons[key[2]] += n
    for reason, n in reasons.most_common():
        print(f"not judged: {n}, {100 * n / every:.2f} %: {reason}")
    for key, n in counts.items():
        if isinstance(key, str):
            print(f"{key}: {n}")
    open_mates = sum(n for reason, n in reasons.items() if reason.startswith(("mate", "pass")))
    never_asked = sum(n for key, n in counts.items() if isinstance(key, str))
    too_many = total["not judged"] + never_asked > UNJUDGED * every
    # The board and the eligible moves can be judged only before a node: at least a quarter of the moments must be such.
    if WHAT == "moments":
        too_many |= 4 * counts["kind", "board"] < every or any(not counts["kind", kind] for kind in ("path", "tree", "line"))
    for kind, most in ONLY_SAID.items():
        print(f"only said: {counts['kind', kind]}, at most {most} %: {kind}")
        too_many |= 100 * counts["kind", kind] > most * every
    sys.exit(1 if total["false"] or open_mates or too_many or not every else 0)


if __name__ == "__main__":
    main()
