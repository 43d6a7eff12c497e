"""The marks of a document with a figure of a result, `<!--= NAME FIGURE -->TEXT<!--/-->`, as docs/README.md describes them.

Results of text lines are not supported here.
"""

import re

FIGURE = r"([\d,.-]*\d)"
MARK = re.compile(r"<!--=\s*(\S+)\s+(.*?)\s*-->(.*?)<!--/-->", re.DOTALL)


def marks(text):
    """Return line, name, figure and text of each mark."""
    for mark in MARK.finditer(text):
        yield text.count("\n", 0, mark.start()) + 1, mark[1], mark[2], mark[3]


def put(text, table):
    """Return a text without marks, with those of a table added, as tests/documents/marks.rs describes it."""
    for line in table.splitlines():
        words, *asks = line.split("\t")
        pattern = FIGURE.join(re.escape(piece).replace(r"\ ", r"\s") for piece in words.split("{}"))
        place, *more = re.finditer(pattern, text)
        if more:
            raise ValueError(f"several places have `{words}`")
        for at in range(len(asks), 0, -1):
            start, end = place.span(at)
            text = f"{text[:start]}<!--= {asks[at - 1]} -->{text[start:end]}<!--/-->{text[end:]}"
    return text


def found(result, path):
    """Return the value at the end of a path, in which `number=96` is the element of a list with this field; raise
    LookupError if there is none."""
    here = result
    for step in path.split("."):
        field, equal, wanted = step.partition("=")
        try:
            if equal:
                here = next(one for one in here if str(one[field]) == wanted)
            else:
                here = here[int(step)] if isinstance(here, list) else here[step]
        except (TypeError, ValueError, StopIteration, LookupError):
            raise LookupError(f"nothing: there is no {path}") from None
    return here


def is_number(word):
    return re.fullmatch(r"\d+(\.\d+)?", word) is not None


def paths(figure):
    """Return the paths in a figure."""
    return [word for word in figure.split() if word[0].isalpha() and word != "ceil"]


def number(figure, value):
    """Return a figure before it is formatted, and its format; `value` returns the value of a path."""
    first, *words = figure.split()
    of = lambda word: float(word) if is_number(word) else value(word)
    here, how = of(first), None
    while words:
        word, *words = words
        if word in ("%", "ceil") or re.fullmatch(r"\.\d", word):
            how = word
            continue
        operand, *words = words
        operand = of(operand)
        here = {"+": lambda: here + operand, "-": lambda: here - operand,
                "*": lambda: here * operand, "/": lambda: here / operand}[word]()
        how = how or ".0"
    return here, how


def shown(figure, value):
    """Return a figure as a document shows it."""
    here, how = number(figure, value)
    if how is None:
        return f"{here:,}" if isinstance(here, (int, float)) else str(here)
    if how == "%":
        return f"{100 * here:,.0f}"
    return f"{-(-here // 1):,.0f}" if how == "ceil" else f"{here:,{how}f}"


def near(text, figure, value, slack):
    """Return whether a text shows a figure within the slack of its paths, and the text that it should show."""
    exact, how = number(figure, value)
    margin = 0.0
    for path in paths(figure):
        moved = lambda word, path=path: value(word) + (slack(word) if word == path else 0)
        margin += abs(number(figure, moved)[0] - exact)
    scale = 100 if how == "%" else 1
    digits = int(how[1:]) if how and how[0] == "." else 0
    told = float(text.replace(",", "")) / scale
    return abs(told - exact) <= margin + (0.5 * 10.0**-digits / scale) * 1.001, shown(figure, value)
