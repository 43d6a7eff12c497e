"""Games that the page reads and writes back, by python-chess: games.py make FOLDER COUNT | judge FOLDER

make writes COUNT files of games in every odd form, N.pgn, with what they are in N.json. rewrite.js writes what the page
makes of them to N.written. judge compares: the same tags, moves, variations, glyphs, comments and results. A file
without N.json, of any origin, is what python-chess reads in it; it leaves out comments from a semicolon to the end of
the line, and takes a comment before the tags for a game. Files that it reads with errors are counted.
"""

import json
import pathlib
import random
import re
import sys

import chess
import chess.pgn

RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]
FIGURINES = dict(zip("KQRBN", "♔♕♖♗♘"))
MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
WORDS = ["best by test", "[%clk 0:03:00]", "[%eval -0.37]", "[%csl Gd4,Re5][%cal Ge2e4]", "Über-Zug", "(not a variation)", "1-0",
         "[Event \"x\"]", "100% sure", "; no end", "$5", "a\nnew line", "é à ö", "1. e4", "  wide   spaces  "]
WIDE = ["ход — хорошо", "棋", "♞ on f6", "🙂"]
NAMES = ["Müller, Jörg", "Renée", "O'Neill", "A \"Kid\" B", "back\\slash", "?", "", "van 't Kruijs, Maarten"]
# Kings with insufficient material, games in which draws could be claimed, and unusual counters.
STARTS = ["8/8/4k3/8/8/3BK3/4p3/8 w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 97 60", "4k3/P6p/8/2pP4/8/8/p6P/4K2R w K c6 0 40",
          "7k/8/8/8/8/8/8/K6R b - - 149 200"]


def tidy(comment):
    # A comment cannot contain the brace that would close it.
    return " ".join(comment.replace("}", ")").split())


def line(node):
    """Return the moves after a node: squares, glyphs, comment, and the variations instead of each."""
    moves = []
    while node.variations:
        first, *others = node.variations
        moves.append([first.move.uci(), sorted(first.nags), tidy(first.comment),
                      [[tidy(other.starting_comment), head(other), *line(other)] for other in others]])
        node = first
    return moves


def head(node):
    return [node.move.uci(), sorted(node.nags), tidy(node.comment), []]


def content(game, unescape=True):
    """Return everything that identifies a game, with the initial position instead of the tags for it."""
    value = (lambda text: re.sub(r'\\([\\"])', r"\1", text)) if unescape else str
    tags = {name: value(text) for name, text in game.headers.items() if name not in ("FEN", "SetUp")}
    return json.loads(json.dumps([tags, game.board().fen(), tidy(game.comment), line(game)]))


class Maker:
    """Generates a file of games in one or several odd forms."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.wide = self.draw.random() < 0.3
        self.words = WORDS + (WIDE if self.wide else [])

    def chance(self, share):
        return self.draw.random() < share

    def comment(self):
        return " ".join(self.draw.choice(self.words) for _ in range(self.draw.choice([1, 1, 2, 12])))

    def game(self, number):
        draw, game = self.draw, chess.pgn.Game()
        for name in ["Event", "Site", "White", "Black"]:
            if self.chance(0.7):
                game.headers[name] = draw.choice(NAMES)
        if self.chance(0.5):
            game.headers["Date"] = draw.choice(["2024.01.02", "1886.??.??"])
        for name in ["ECO", "WhiteElo", "Annotator", "Time-Unit", "X_1", "Opening"]:
            if self.chance(0.3):
                game.headers[name] = draw.choice(NAMES + ["C50", "2100"])
        if self.chance(0.3):
            game.setup(chess.Board(draw.choice(STARTS)))
        if self.chance(0.3):
            game.comment = self.comment()
        shuffles = self.chance(0.15)
        node = game
        for ply in range(draw.choice([0, 1, 5, 30, 90] if number else [1, 5, 30, 90])):
            board = node.board()
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            # Knights that move there and back, so that positions repeat many times.
            knights = [move for move in moves if shuffles and board.piece_type_at(move.from_square) == chess.KNIGHT and not board.is_capture(move)]
            passes = ply > 0 and self.chance(0.02) and not board.is_check()
            following = self.dress(node.add_variation(chess.Move.null() if passes else draw.choice(knights or moves)))
            while self.chance(0.12):
                self.variation(node, 3)
            node = following
        game.headers["Result"] = draw.choice(RESULTS)
        return game

    def dress(self, node):
        if self.chance(0.12):
            node.comment = self.comment()
        if self.chance(0.12):
            node.nags.update(self.draw.choice([1, 2, 3, 4, 5, 6, 0, 14, 146, 255]) for _ in range(self.draw.choice([1, 2])))
        return node

    def variation(self, node, depth):
        """Add a variation to the moves of a node, perhaps with a pass or with further variations."""
        first = True
        for _ in range(self.draw.choice([1, 2, 6])):
            board = node.board()
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            if not moves:
                return
            move = chess.Move.null() if self.chance(0.08) and not board.is_check() else self.draw.choice(moves)
            # For python-chess, the same move twice at one node is a single variation.
            if node.has_variation(move):
                return
            following = self.dress(node.add_variation(move))
            if first and self.chance(0.2):
                following.starting_comment = self.comment()
            if not first and depth > 0 and self.chance(0.2):
                self.variation(node, depth - 1)
            node, first = following, False

    def write(self, game):
        """Return the text of a game, in the forms that people and programs write."""
        draw, out = self.draw, []
        tags = [(name, value) for name, value in game.headers.items() if name != "Result" or value != "*" or self.chance(0.5)]
        # Unknown values of the roster may be omitted, and the others may be in any order.
        roster = ["Event", "Site", "Date", "Round", "White", "Black"]
        tags = [(name, value) for name, value in tags if name not in roster or "?" not in value[:1] or self.chance(0.5)]
        if self.chance(0.3):
            draw.shuffle(tags)
        for name, value in tags:
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            out.append(f'[{name} "{escaped}"]\n')
        if self.chance(0.1):
            out.append("% a line for programs\n")
        out.append("\n" if tags else "")
        self.form = {"figurines": self.wide and self.chance(0.5), "numbers": self.chance(0.8), "close": self.chance(0.4), "long": self.chance(0.15),
                     "zeros": self.chance(0.1), "marks": self.chance(0.5), "wrap": draw.choice([0, 40, 79])}
        words = ([self.braced(game.comment)] if game.comment else []) + self.moves(game)
        result = game.headers["Result"]
        if result == "*" and self.chance(0.3) and out:
            pass
        elif result != "*" and "Result" in dict(tags) and self.chance(0.2):
            words.append("*")
        else:
            words.append(result)
        text = ""
        for word in words:
            if not self.form["wrap"] or len(text.rsplit("\n", 1)[-1]) + len(word) < self.form["wrap"] or word.startswith("%"):
                text += " " if text and not text.endswith("\n") else ""
            else:
                text += "" if text.endswith("\n") else "\n"
            text += word
        return "".join(out) + text + "\n\n"

    def braced(self, comment):
        # A comment to the end of the line, if it contains neither a line end nor a closing brace.
        if "\n" not in comment and "}" not in comment and self.chance(0.2):
            return f";{comment}\n"
        return "{" + comment + "}" if self.chance(0.5) else "{ " + comment + " }"

    def moves(self, node, numbered=True):
        words = []
        while node.variations:
            first, *others = node.variations
            words += self.move(first, numbered)
            numbered = bool(others or first.comment)
            for other in others:
                start = [self.braced(other.starting_comment)] if other.starting_comment else []
                words += ["(", *start, *self.move(other, True), *self.moves(other, bool(other.comment)), ")"]
            node = first
        return words

    def move(self, node, numbered):
        board, form = node.parent.board(), self.form
        san = board.san(node.move)
        if form["long"] and node.move and not board.is_castling(node.move):
            san = board.lan(node.move)
        if form["zeros"]:
            san = san.replace("O", "0")
        if self.chance(0.2):
            san = san.rstrip("+#")
        if form["figurines"]:
            san = "".join(FIGURINES.get(letter, letter) for letter in san)
        number = ""
        if form["numbers"] and (board.turn or numbered):
            number = f"{board.fullmove_number}{'.' if board.turn else self.draw.choice(['...', '. ...', '…'] if self.wide else ['...', '. ...'])}"
        nags = sorted(node.nags)
        mark = next((nag for nag in nags if nag in MARKS), None) if form["marks"] else None
        san += MARKS.get(mark, "")
        words = [f"{number}{san}"] if form["close"] else [number, san] if number else [san]
        return words + [f"${nag}" for nag in nags if nag != mark] + ([self.braced(node.comment)] if node.comment else [])

    def file(self):
        games = [self.game(number) for number in range(self.draw.choice([1, 1, 1, 2, 5]))]
        texts = [self.write(game) for game in games]
        # If the last game has no result, only tags show where the next game begins.
        text = "".join(texts)
        if len(games) > 1 and not all(re.search(r"(1-0|0-1|1/2-1/2|\*)\s*$", one) for one in texts):
            games, text = games[:1], texts[0]
        end = self.draw.choice(["\n", "\n", "\r\n", "\r"])
        codes = ["utf-8", "utf-8-sig", "utf-16"] + ([] if self.wide else ["latin-1", "latin-1"])
        return games, text.replace("\n", end).encode(self.draw.choice(codes))


def make(folder, count):
    for number in range(count):
        games, text = Maker(number).file()
        (folder / f"{number}.pgn").write_bytes(text)
        (folder / f"{number}.json").write_text(json.dumps([content(game, unescape=False) for game in games]))


def read(text):
    """Return the games in a text, and whether python-chess has found errors."""
    from io import StringIO

    source, games, errors = StringIO(text), [], 0
    while (game := chess.pgn.read_game(source)) is not None:
        games.append(content(game))
        errors += len(game.errors)
    return games, errors


def decoded(bytes_):
    for code in ("utf-8-sig", "latin-1"):
        try:
            return bytes_.decode(code)
        except UnicodeDecodeError:
            pass


def judge(folder):
    counts = {"files": 0, "games": 0, "moves": 0, "skipped": 0, "wrong": 0}
    for file in sorted(folder.glob("*.pgn")):
        known = file.with_suffix(".json")
        expected, errors = (json.loads(known.read_text()), 0) if known.exists() else read(decoded(file.read_bytes()))
        if errors:
            counts["skipped"] += 1
            continue
        found, errors = read(file.with_suffix(".written").read_text(encoding="utf-8"))
        counts["files"] += 1
        counts["games"] += len(expected)
        counts["moves"] += sum(len(moves) for *_, moves in expected)
        if errors or found != expected:
            counts["wrong"] += 1
            pairs = [(a, b) for a, b in zip(expected, found) if a != b] or [(len(expected), len(found))]
            parts = [(x, y) for x, y in zip(*pairs[0]) if x != y] if isinstance(pairs[0][0], list) else pairs
            print(f"{file}: {errors} errors; expected {str(parts[0][0])[:1500]}\nfound {str(parts[0][1])[:1500]}", file=sys.stderr)
    print("games read and written back: " + ", ".join(f"{number} {name}" for name, number in counts.items()))
    return 1 if counts["wrong"] or not counts["games"] else 0


if __name__ == "__main__":
    command, path, *rest = sys.argv[1:]
    sys.exit(judge(pathlib.Path(path)) if command == "judge" else make(pathlib.Path(path), int(rest[0])))
