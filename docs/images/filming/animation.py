"""A GIF file of frames."""

from PIL import Image


def palette(frames, colors=255):
    """Returns an image with the colors of all frames. The most frequent ones are exact."""
    counts = {}
    for frame in frames:
        for count, color in frame.getcolors(frame.width * frame.height):
            counts[color] = counts.get(color, 0) + count
    frequent = sorted(counts, key=counts.get, reverse=True)[: colors // 2]
    rest = [color for color in counts if color not in set(frequent)]
    image = Image.new("RGB", (max(len(rest), 1), 1))
    image.putdata(rest)
    others = image.quantize(colors - len(frequent)).getpalette()
    result = Image.new("P", (1, 1))
    result.putpalette([part for color in frequent for part in color] + others[: 3 * (colors - len(frequent))])
    return result


def save(path, frames, times, duration):
    """Writes frames, each with the time at which it begins, in seconds. The last one stays until the end.

    Returns the number of frames in the file: equal frames become one.
    """
    shared = palette(frames[:: max(len(frames) // 12, 1)])
    frames = [frame.quantize(palette=shared, dither=Image.Dither.NONE) for frame in frames]
    # A GIF file counts hundredths of a second.
    ticks = [round((time - times[0]) * 100) for time in times] + [duration * 100]
    delays = [10 * (end - begin) for begin, end in zip(ticks, ticks[1:])]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=delays, loop=0, optimize=True, disposal=1)
    with Image.open(path) as file:
        return file.n_frames
