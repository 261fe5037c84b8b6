"""The page, the program and the editor, which run, and the recording of what they show."""

import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from .browser import Browser
from .programs import wait
from .terminal import Terminal, plain

KEY = "playground.cornerRadius"
# The size of the page in CSS pixels, the width of such a pixel, and the sizes of the terminals in characters.
PAGE, SCALE = (496, 524), 1.5
PROGRAM, EDITOR = (76, 19), (59, 9)
# The time from the start of a moment to the start of the next one, in seconds.
INTERVAL = 0.07
VIM_SETTINGS = r"""
set nocompatible runtimepath^={plugin} noruler noshowcmd shortmess+=I nowrap termguicolors background=dark
let [&t_8f, &t_8b] = ["\<Esc>[38;2;%lu;%lu;%lum", "\<Esc>[48;2;%lu;%lu;%lum"]
let loaded_matchparen = 1
syntax on
colorscheme habamax
highlight Normal guifg=NONE guibg=NONE
highlight TunerHint guifg=#ffc46b guibg=#4a3510
"""
# Puts the cursor on the default of the key.
VIM_START = r"""
normal! 3Gzt
call search('cornerRadius.*default: \zs')
"""


@dataclass
class Moment:
    """What all programs show at one time."""

    time: float
    # A PNG file.
    page: bytes
    # The place of the pointer on the page, in pixels.
    pointer: tuple[float, float]
    # The text of each terminal with its colors, and the place of its cursor.
    program: tuple
    editor: tuple
    titles: list[str]
    # The index of the title that is emphasized.
    active: int


class Stage:
    """The three programs with one daemon. `stack` ends them."""

    def __init__(self, programs, project, stack):
        self.programs, self.moments, self.titles, self.active = programs, [], [], 0
        self.result_time = None
        self.threads = stack.enter_context(ThreadPoolExecutor(2))
        self.source = programs.file("Look.swift")
        shutil.copy(f"{project}/Examples/playground/Sources/playground/Look.swift", self.source)
        url = programs.start_servers()
        playground = programs.path("playground-example")
        self.program = Terminal(programs, "program", *PROGRAM, playground, resting_row=PROGRAM[1] - 1)
        stack.callback(self.program.close)
        wait(lambda: self.value, "the playground has declared its values")
        self.editor = Terminal(programs, "editor", *EDITOR, self._vim(project))
        stack.callback(self.editor.close)
        self.browser = Browser(programs)
        stack.callback(self.browser.close)
        self.browser.open(url, *PAGE, SCALE)
        self.slider = wait(self._find_slider, "the page shows the slider")
        wait(lambda: KEY in plain(self.editor.screen()[0]), "the editor shows the source")

    def _vim(self, project):
        """Returns the command line of the editor."""
        with open(self.programs.file("vimrc"), "w") as settings:
            settings.write(VIM_SETTINGS.format(plugin=f"{project}/Editors/vim"))
        with open(self.programs.file("start.vim"), "w") as commands:
            commands.write(VIM_START)
        return f"cd '{self.programs.directory}'; vim -n -i NONE -u vimrc -S start.vim Look.swift"

    def _find_slider(self):
        """Returns the rectangle of the slider on the page."""
        selector = f'.slider[aria-label="{KEY}"]'
        return self.browser.evaluate(f"document.querySelector('{selector}')?.getBoundingClientRect().toJSON()")

    @property
    def value(self):
        """The value in the daemon, as a text, or None without a value."""
        output = self.programs.run("tunerctl", "get", KEY)
        return output and output.strip()

    def record(self, seconds):
        """Adds moments for some time, at least one."""
        end = time.monotonic() + seconds
        self._add_moment()
        while time.monotonic() < end - INTERVAL / 2:
            self._add_moment()

    def _add_moment(self):
        if self.moments:
            time.sleep(max(0, self.moments[-1].time + INTERVAL - time.monotonic()))
        now, (x, y) = time.monotonic(), self.browser.pointer
        screens = [self.threads.submit(terminal.screen) for terminal in (self.program, self.editor)]
        page = self.browser.picture()
        program, editor = (screen.result() for screen in screens)
        self.moments.append(
            Moment(now, page, (x * SCALE, y * SCALE), program, editor, list(self.titles), self.active)
        )

    def glide(self, end, seconds):
        """Moves the pointer to a place, slowly at the start and at the end, and records it."""
        (x, y), begin = self.browser.pointer, time.monotonic()
        while (part := (time.monotonic() - begin) / seconds) < 1:
            eased = part * part * (3 - 2 * part)
            self.browser.move(x + (end[0] - x) * eased, y + (end[1] - y) * eased)
            self.record(0)
        self.browser.move(*end)
