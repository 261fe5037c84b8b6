"""Pictures of what the programs show, and their places in a frame."""

import functools
import io

from PIL import Image, ImageDraw, ImageFont

from .terminal import Style, cells

FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSans"
# The width of a character of each terminal, in pixels. Its height is twice the width: two halves of it are squares.
PROGRAM_CELL, EDITOR_CELL = 11, 14
# The halves of a character that a block character fills, from its top to its bottom.
BLOCKS = {"▀": (0, 1), "▄": (1, 2), "█": (0, 2)}
TERMINAL = {"front": "#d5dae1", "back": "#1b1f26"}
BACKGROUND, BORDER, TITLE, ACCENT = "#10141a", "#39414d", "#aab3bf", "#40e0d0"
MARGIN, GAP, PADDING, HEAD = 24, 22, 12, 46


@functools.cache
def font(name, size):
    return ImageFont.truetype(f"{FONTS}{name}.ttf", size)


@functools.cache
def pointer():
    """Returns an arrow whose tip is the pixel (4, 4)."""
    factor = 8
    image = Image.new("RGBA", (40 * factor, 52 * factor))
    outline = [(0, 0), (0, 33), (8, 26), (13, 38), (19, 35.5), (14, 24), (24, 23)]
    shape = [((x + 4) * factor, (y + 4) * factor) for x, y in outline]
    draw = ImageDraw.Draw(image)
    draw.line(shape + shape[:2], "white", 5 * factor, "curve")
    draw.polygon(shape, "black")
    return image.resize((40, 52), Image.Resampling.LANCZOS)


def screen_picture(columns, rows, cell, text, cursor):
    """Returns the picture of a terminal's screen."""
    image = Image.new("RGB", (columns * cell, rows * cell * 2), TERMINAL["back"])
    draw = ImageDraw.Draw(image)
    for row, line in enumerate(cells(text)):
        for column in range(columns):
            character, style = line[column] if column < len(line) else (" ", Style())
            if cursor == (column, row):
                style = Style(TERMINAL["back"], TERMINAL["front"])
            draw_cell(draw, column * cell, row * cell * 2, cell, character, style)
    return image


def draw_cell(draw, x, y, cell, character, style):
    """Draws a character. A block fills its half exactly, so that no seam is between two blocks."""
    front, back = style.front or TERMINAL["front"], style.back or TERMINAL["back"]
    if style.is_reversed:
        front, back = back, front
    if back != TERMINAL["back"]:
        draw.rectangle((x, y, x + cell - 1, y + cell * 2 - 1), back)
    if character in BLOCKS:
        top, bottom = BLOCKS[character]
        draw.rectangle((x, y + top * cell, x + cell - 1, y + bottom * cell - 1), front)
    elif character != " ":
        face = font("Mono-Bold" if style.is_bold else "Mono", cell * 5 // 3)
        draw.text((x, y + cell * 3 // 2), character, front, face, anchor="ls")


class Layout:
    """A frame: the page at the left, and at the right the program above the editor."""

    def __init__(self, page, program, editor):
        """Takes the size of the page in pixels, and the sizes of the terminals in characters."""
        self.program, self.editor = (*program, PROGRAM_CELL), (*editor, EDITOR_CELL)
        right = MARGIN + page[0] + GAP
        terminals = (self.program, self.editor)
        size = [(columns * cell + 2 * PADDING, rows * cell * 2 + 2 * PADDING) for columns, rows, cell in terminals]
        size[1] = (size[0][0], size[1][1])
        middle = MARGIN + HEAD + size[0][1] + GAP
        self.boxes = [
            (MARGIN, MARGIN + HEAD, *page),
            (right, MARGIN + HEAD, *size[0]),
            (right, middle + HEAD, *size[1]),
        ]
        self.size = (right + size[0][0] + MARGIN, middle + HEAD + size[1][1] + MARGIN)

    def frame(self, moment):
        """Returns the picture of a moment."""
        image = Image.new("RGB", self.size, BACKGROUND)
        draw = ImageDraw.Draw(image)
        pictures = [
            Image.open(io.BytesIO(moment.page)).convert("RGB"),
            screen_picture(*self.program, *moment.program),
            screen_picture(*self.editor, *moment.editor),
        ]
        for index, (box, picture, title) in enumerate(zip(self.boxes, pictures, moment.titles)):
            self._draw_pane(image, draw, box, picture, title, index == moment.active)
        x, y = (int(place) for place in moment.pointer)
        image.paste(pointer(), (MARGIN + x - 4, MARGIN + HEAD + y - 4), pointer())
        return image

    def _draw_pane(self, image, draw, box, picture, title, is_active):
        x, y, width, height = box
        inset = 0 if picture.size == (width, height) else PADDING
        back = picture.getpixel((0, 0)) if not inset else TERMINAL["back"]
        outline = (x - 2, y - 2, x + width + 1, y + height + 1)
        draw.rectangle(outline, back)
        image.paste(picture, (x + inset, y + inset))
        draw.rectangle(outline, None, ACCENT if is_active else BORDER, 2)
        face = font("-Bold" if is_active else "", 27)
        draw.text((x, y - 17), title, ACCENT if is_active else TITLE, face, anchor="ls")
