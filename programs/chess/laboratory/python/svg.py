"""Line charts, with or without logarithmic axes, as SVG."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 660, 400, 80, 170, 40, 50
COLOURS = ["#1b6ca8", "#c8553d", "#3a7d44", "#7a4fa3", "#8a6d1d", "#444444", "#b3477d", "#0f8b8d"]


class Axis:
    def __init__(self, values, low, high, logarithmic):
        self.logarithmic = logarithmic
        self.least, self.most = min(values), max(values)
        if self.logarithmic:
            self.least, self.most = 10 ** math.floor(math.log10(self.least)), 10 ** math.ceil(math.log10(self.most))
        if self.least == self.most:
            self.most += 1
        self.low, self.high = low, high

    def place(self, value):
        scale = math.log10 if self.logarithmic else float
        part = (scale(value) - scale(self.least)) / (scale(self.most) - scale(self.least))
        return self.low + part * (self.high - self.low)

    def ticks(self):
        if self.logarithmic:
            first, last = round(math.log10(self.least)), round(math.log10(self.most))
            return [10**power for power in range(first, last + 1)]
        # The least of 1, 2, 5, 10, 20, 50 ... that leaves no more than ten lines.
        power = 10 ** math.floor(math.log10((self.most - self.least) / 10))
        step = next(power * of for of in (1, 2, 5, 10) if (self.most - self.least) / (power * of) <= 10)
        first = math.ceil(self.least / step)
        last = math.floor(self.most / step)
        return [round(step * at, 6) for at in range(first, last + 1)]


def short(number):
    """Format a number for an axis: 10 M for ten million."""
    for unit, name in ((10**9, " G"), (10**6, " M"), (10**3, " k")):
        if number >= unit and number % unit == 0:
            return f"{number // unit:g}{name}"
    return f"{number:g}"


def chart(title, x_name, y_name, series, log_x=False, log_y=True):
    """Return a chart of `series`, a list of tuples: a name, points in order, and whether the line is dashed.

    A point is (x, y), or (x, y, low, high) with the bounds of an interval.
    """
    xs = [point[0] for _, points, _ in series for point in points]
    ys = [y for _, points, _ in series for point in points for y in point[1:] if y is not None]
    x_axis = Axis(xs, LEFT, WIDTH - RIGHT, log_x)
    y_axis = Axis(ys, HEIGHT - BOTTOM, TOP, log_y)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="20" font-size="14">{escape(title)}</text>',
        f'<text x="{(x_axis.low + x_axis.high) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x_name)}</text>',
        f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})">{escape(y_name)}</text>',
    ]
    for tick in x_axis.ticks():
        x = x_axis.place(tick)
        out.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#dddddd"/>')
        out.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{short(tick)}</text>')
    for tick in y_axis.ticks():
        y = y_axis.place(tick)
        out.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#dddddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{short(tick)}</text>')
    names = list(dict.fromkeys(name for name, _, _ in series))
    # Intervals are drawn side by side, so that one does not hide another.
    with_intervals = [at for at, (_, points, _) in enumerate(series) if len(points[0]) == 4]
    for at, (name, points, dashed) in enumerate(series):
        colour = COLOURS[names.index(name) % len(COLOURS)]
        path = " ".join(f"{x_axis.place(point[0]):.1f},{y_axis.place(point[1]):.1f}" for point in points)
        dashes = ' stroke-dasharray="5 4"' if dashed else ""
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        for point in points:
            if len(point) == 4:
                x = x_axis.place(point[0]) + 3 * (with_intervals.index(at) - (len(with_intervals) - 1) / 2)
                low, high = (y_axis.place(bound) for bound in point[2:])
                out.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}"/>')
        y = TOP + 10 + 18 * at
        out.append(f'<path d="M{WIDTH - RIGHT + 10} {y}h24" stroke="{colour}" stroke-width="2"{dashes}/>')
        label = name + (", paper" if dashed else "")
        out.append(f'<text x="{WIDTH - RIGHT + 40}" y="{y + 4}">{escape(label)}</text>')
    return "\n".join([*out, "</svg>"])
