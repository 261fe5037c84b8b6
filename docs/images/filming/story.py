"""The steps of the film."""

import time

from .stage import INTERVAL, KEY
from .terminal import plain

TITLES = ["Drag a slider on the page", "The running program follows", "The editor shows the live value"]
ACCEPTED = "Accept the hint: the source has it"
COMMAND = ":TunerBake | w"
# The time of the film, in seconds. A wave of the program takes 2 s, so the waves of the end continue at the start.
DURATION = 10
# The longest time between two moments, and the shortest time of the result, in seconds.
LONGEST_PAUSE, SHORTEST_RESULT = 0.16, 1.8
# Half the width of the slider's knob, in CSS pixels.
KNOB = 8


def perform(stage):
    """Performs all steps on a stage, which records them."""
    stage.titles = list(TITLES)
    drag(stage)
    accept(stage)


def drag(stage):
    """Drags the slider from 5 to 0, 6 and 2."""
    slider, browser = stage.slider, stage.browser
    y = slider["y"] + slider["height"] / 2

    def place(value):
        return slider["x"] + KNOB + value / 6 * (slider["width"] - 2 * KNOB), y

    browser.move(place(5)[0] + 30, y + 90)
    stage.record(0.6)
    stage.glide(place(5), 0.6)
    browser.press()
    stage.record(0.2)
    stage.active = 1
    stage.glide(place(0), 1.8)
    stage.record(0.2)
    stage.active = 2
    stage.glide(place(6), 1.5)
    stage.glide(place(2), 1)
    browser.release()
    stage.record(0.5)


def accept(stage):
    """Writes the value into the source by the plugin of the editor, and shows the result until the end."""
    stage.titles[2] = ACCEPTED
    for key in COMMAND:
        stage.editor.type("Space" if key == " " else key)
        stage.record(INTERVAL)
    stage.record(0.3)
    stage.editor.type("Enter")
    stage.record(INTERVAL)
    stage.result_time = stage.moments[-1].time
    stage.record(stage.moments[0].time + DURATION - time.monotonic())


def is_steady(stage):
    """Returns whether the machine had the time to record often enough."""
    times = [moment.time for moment in stage.moments]
    end = times[0] + DURATION
    pauses = [later - earlier for earlier, later in zip(times, times[1:] + [end])]
    return 0 < min(pauses) and max(pauses) <= LONGEST_PAUSE and end - stage.result_time >= SHORTEST_RESULT


def check(stage):
    """Fails unless the editor has shown the values and written the last one."""
    value = stage.value
    texts = [plain(moment.editor[0]) for moment in stage.moments]
    is_shown = all(any(f"default: 5 → {shown}," in text for text in texts) for shown in (0, value))
    with open(stage.source) as source:
        is_written = f'@Tunable("{KEY}", default: {value}, in: 0...6' in source.read()
    if not is_shown or not is_written or "→" in texts[-1]:
        raise SystemExit("film: the editor has not shown or not written the value")
