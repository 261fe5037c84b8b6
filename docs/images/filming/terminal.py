"""A real terminal, tmux without a window, and what it shows."""

import re
import subprocess
from dataclasses import dataclass, replace

# The colors 0 to 15 of the terminal.
NAMED = [
    "#2e3440", "#bf616a", "#8fbc8b", "#d8b45c", "#6f9fd8", "#b48ead", "#5fb3b3", "#d8dee9",
    "#6b7280", "#d0707a", "#a3cf9f", "#e6c675", "#8ab4e8", "#c7a3c0", "#7fcaca", "#eceff4",
]  # fmt: skip
LEVELS = [0, 95, 135, 175, 215, 255]


@dataclass(frozen=True)
class Style:
    """How a character looks. A color is None where it is that of the terminal."""

    front: str | None = None
    back: str | None = None
    is_bold: bool = False
    is_reversed: bool = False
    is_underlined: bool = False


def color(number):
    """Returns the color of a number from 0 to 255."""
    if number < 16:
        return NAMED[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    number -= 16
    return "#" + "".join(f"{LEVELS[number // place % 6]:02x}" for place in (36, 6, 1))


def styled(style, codes):
    """Returns a style after the numbers of an escape sequence that ends with m."""
    codes = [int(code or 0) for code in codes]
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = Style()
        elif code in (38, 48):
            kind = codes.pop(0)
            given = color(codes.pop(0)) if kind == 5 else "#" + "".join(f"{codes.pop(0):02x}" for _ in range(3))
            style = replace(style, **{"front" if code == 38 else "back": given})
        elif code in (39, 49):
            style = replace(style, **{"front" if code == 39 else "back": None})
        elif 30 <= code % 60 <= 47 and code % 10 < 8:
            name = "front" if code % 60 < 40 else "back"
            style = replace(style, **{name: color(code % 10 + (8 if code >= 90 else 0))})
        elif code in (1, 22):
            style = replace(style, is_bold=code == 1)
        elif code in (4, 24):
            style = replace(style, is_underlined=code == 4)
        elif code in (7, 27):
            style = replace(style, is_reversed=code == 7)
    return style


def cells(text):
    """Returns the lines of a captured screen, each a list of characters with their styles."""
    lines, style = [], Style()
    for line in text.split("\n"):
        row = []
        for codes, character in re.findall(r"\x1b\[([\d;]*)m|([^\x1b\x0e\x0f])", line):
            if character:
                row.append((character, style))
            else:
                style = styled(style, codes.split(";"))
        lines.append(row)
    return lines


def plain(text):
    """Returns a captured screen without styles."""
    return "\n".join("".join(character for character, _ in line) for line in cells(text))


class Terminal:
    """A program in a terminal of a size in characters.

    A program that draws frame after frame leaves the cursor in the row `resting_row` at the end of each one.
    """

    def __init__(self, programs, name, columns, rows, line, resting_row=None):
        self.programs, self.name, self.resting_row = programs, name, resting_row
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", name, "-x", str(columns), "-y", str(rows), line)
        self._tmux("set-option", "-g", "status", "off")
        self._tmux("resize-window", "-t", name, "-x", str(columns), "-y", str(rows))

    def _tmux(self, *arguments):
        command = ["tmux", "-u", "-S", self.programs.file("tmux.sock"), *arguments]
        environment = self.programs.environment
        return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout

    def type(self, *keys):
        """Presses keys, each a character or a name such as Enter."""
        self._tmux("send-keys", "-t", self.name, *keys)

    def screen(self):
        """Returns the text with its colors, and the cursor's column and row if it is shown, as they are now."""
        for _ in range(20):
            cursor = "#{cursor_x} #{cursor_y} #{cursor_flag}"
            target = ("-t", self.name)
            output = self._tmux("display-message", "-p", *target, cursor, ";", "capture-pane", "-e", "-p", *target)
            place, text = output.split("\n", 1)
            x, y, is_shown = (int(number) for number in place.split())
            # In any other row, the program has drawn only the upper part of its next frame.
            if self.resting_row in (None, y):
                break
        return text.rstrip("\n"), (x, y) if is_shown else None

    def close(self):
        """Ends the program, and tmux with the last one."""
        self._tmux("kill-session", "-t", self.name)
