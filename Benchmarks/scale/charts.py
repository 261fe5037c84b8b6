"""Draws line charts as SVG, with a logarithmic axis of sizes."""

import math
from html import escape

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 72, 150, 40, 52
# The style follows the system, not the page that shows the image: so the chart has a background.
STYLE = """svg{--back:#fff;--text:#1f2328;--soft:#59636e;--grid:#d8dee4;
--c0:#0969da;--c1:#bc4c00;--c2:#1a7f37;--c3:#8250df}
@media(prefers-color-scheme:dark){svg{--back:#0d1117;--text:#f0f6fc;--soft:#9198a1;--grid:#30363d;
--c0:#58a6ff;--c1:#f0883e;--c2:#56d364;--c3:#bc8cff}}
.back{fill:var(--back)}.grid{stroke:var(--grid)}.line{fill:none;stroke-width:2}
text{font:13px system-ui,sans-serif;fill:var(--soft)}
.title{font-weight:600;font-size:15px;fill:var(--text)}"""
MARKS = ["M-4-4h8v8h-8z", "M0-5.5L5.5 0 0 5.5-5.5 0z", "M0-5L5 4H-5z", "M0 5L5-4H-5z"]


def number(value):
    """Returns a short text of an axis."""
    for limit, unit in [(1e6, "M"), (1e3, "k")]:
        if value >= limit:
            return f"{value / limit:g}{unit}"
    return f"{value:g}"


class Axis:
    """A scale from values to positions."""

    def __init__(self, values, begin, end, is_logarithmic):
        self.begin, self.end, self.is_logarithmic = begin, end, is_logarithmic
        low, high = min(values), max(values)
        if is_logarithmic:
            self.low, self.high = math.floor(math.log10(low)), math.ceil(math.log10(high))
            self.high = max(self.high, self.low + 1)
            self.ticks = [10.0 ** power for power in range(self.low, self.high + 1)]
        else:
            power = 10.0 ** math.floor(math.log10(high))
            step = next(power * part for part in [0.2, 0.5, 1, 2] if high / (power * part) <= 7)
            self.ticks = [step * index for index in range(math.ceil(high / step) + 1)]
            self.low, self.high = 0, self.ticks[-1]

    def end_at(self, value):
        """Ends a logarithmic axis at a value between two powers of ten."""
        self.high = max(math.log10(value), self.low + 1)
        self.ticks = [tick for tick in self.ticks if math.log10(tick) <= self.high]

    def place(self, value):
        position = math.log10(value) if self.is_logarithmic else value
        return self.begin + (self.end - self.begin) * (position - self.low) / (self.high - self.low)


def chart(title, across, up, lines, is_logarithmic=True):
    """Returns an SVG; each line is a name and points, and has the color and the mark of its place in the list."""
    points = [point for _, line in lines for point in line]
    x = Axis([size for size, _ in points], LEFT, WIDTH - RIGHT, True)
    x.end_at(max(size for size, _ in points))
    y = Axis([value for _, value in points], HEIGHT - BOTTOM, TOP, is_logarithmic)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img"><title>{escape(title)}</title><style>{STYLE}</style>',
        f'<rect class="back" width="{WIDTH}" height="{HEIGHT}" rx="6"/>',
        f'<text class="title" x="{LEFT}" y="24">{escape(title)}</text>']
    parts += grid(x, y)
    middle = f"{(LEFT + WIDTH - RIGHT) / 2:g}"
    parts.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{escape(across)}</text>')
    middle = f"{(TOP + HEIGHT - BOTTOM) / 2:g}"
    parts.append(f'<text transform="translate(16 {middle})rotate(-90)" text-anchor="middle">{escape(up)}</text>')
    for place, (_, line) in enumerate(lines):
        parts.append(curve([(x.place(size), y.place(value)) for size, value in line], place))
    parts += labels([(name, x.place(line[-1][0]), y.place(line[-1][1])) for name, line in lines])
    return "\n".join(parts) + "\n</svg>\n"


def grid(x, y):
    lower = HEIGHT - BOTTOM
    for tick in x.ticks:
        at = round(x.place(tick), 1)
        yield (f'<path class="grid" d="M{at} {TOP}V{lower}"/>'
               f'<text x="{at}" y="{lower + 18}" text-anchor="middle">{number(tick)}</text>')
    for tick in y.ticks:
        at = round(y.place(tick), 1)
        yield (f'<path class="grid" d="M{LEFT} {at}H{WIDTH - RIGHT}"/>'
               f'<text x="{LEFT - 8}" y="{at + 4.5:g}" text-anchor="end">{number(tick)}</text>')


def curve(places, place):
    texts = [f"{round(x, 1):g} {round(y, 1):g}" for x, y in places]
    marks = "".join(f'<path transform="translate({text})" d="{MARKS[place % len(MARKS)]}"/>' for text in texts)
    path = "M" + "L".join(texts)
    return f'<g fill="var(--c{place})"><path class="line" stroke="var(--c{place})" d="{path}"/>{marks}</g>'


def labels(ends):
    """Returns the name of each line at its end, moved so that no two overlap."""
    lowest = -math.inf
    for place in sorted(range(len(ends)), key=lambda index: ends[index][2]):
        name, x, y = ends[place]
        lowest = max(y, lowest + 16)
        yield f'<text x="{x + 12:.1f}" y="{lowest + 4.5:.1f}" style="fill:var(--c{place})">{escape(name)}</text>'
