"""Swift sources with keys, for the benchmark of the language server."""

# A key is on every 50th line.
KEY_LINES = 50
FILLER = [
    "// The sum of all weights, in ounces.",
    "    total += weight * 0.5 + offset // rounded",
    "    guard total < limit else { return nil }",
    '    print("the sum of step NUMBER is", total)',
]


def keys(count, first=0):
    return [f"bench.key{number:05}" for number in range(first, first + count)]


def key_position(number):
    """Returns the position after "bench." in a key."""
    return dict(line=number * KEY_LINES + 1, character=len('@Tunable("bench.'))


def source(lines, count, first=0):
    """Returns a source of a number of lines with that many keys, whose defaults are 12."""
    text = [FILLER[number % len(FILLER)].replace("NUMBER", str(number)) for number in range(lines)]
    for number, key in enumerate(keys(count, first)):
        text[key_position(number)["line"]] = f'@Tunable("{key}", default: 12) var value{number}: Int'
    return "\n".join(text) + "\n"
