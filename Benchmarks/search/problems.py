"""The problems of the benchmark: functions with a known minimum, and their noisy versions."""

import math

MASK = (1 << 64) - 1


class SplitMix:
    """The generator of start values and noise, the same as in Swift."""

    def __init__(self, seed):
        self.state = seed & MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def unit(self):
        return (self.next() >> 11) / (1 << 53)

    def normal(self):
        return math.sqrt(-2 * math.log(1 - self.unit())) * math.cos(2 * math.pi * self.unit())


def branin(values):
    x, y = values
    bow = y - 5.1 / (4 * math.pi**2) * x * x + 5 / math.pi * x - 6
    return bow * bow + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x) + 10


HARTMANN_SCALES = (
    (10, 3, 17, 3.5, 1.7, 8),
    (0.05, 10, 17, 0.1, 8, 14),
    (3, 3.5, 1.7, 10, 17, 8),
    (17, 8, 0.05, 10, 0.1, 14),
)
HARTMANN_CENTERS = (
    (0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886),
    (0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991),
    (0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650),
    (0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381),
)


def hartmann(values):
    return -sum(
        height * math.exp(-sum(a * (x - p) ** 2 for a, p, x in zip(scales, centers, values)))
        for height, scales, centers in zip((1, 1.2, 3, 3.2), HARTMANN_SCALES, HARTMANN_CENTERS)
    )


def rosenbrock(values):
    return sum(100 * (after - x * x) ** 2 + (1 - x) ** 2 for x, after in zip(values, values[1:]))


def mixed(values):
    """A server: threads, a batch, a rate, a share, one of four algorithms, and a switch."""
    threads, batch, rate, share, algorithm, synced = values
    decades = math.log10(rate / 0.003)
    doublings = math.log2(batch) - 7
    return (
        (0, 0.3, 0.6, 1)[algorithm]
        + ((threads - (20, 8, 12, 28)[algorithm]) / 10) ** 2
        + 0.5 * decades**2
        + 2 * (share - 0.3 - 0.1 * decades) ** 2
        + 0.2 * (1 - math.cos(6 * math.pi * (share - 0.3)))
        + (0.15 if synced == 0 else 0.08) * doublings**2
        + (0 if synced == 0 else 0.4)
    )


def real(low, high, log=False):
    return ("real", low, high, log)


# The name, the function, the dimensions, the least value, and the standard deviation of the noise.
PROBLEMS = [
    ("Branin", branin, [real(-5, 10), real(0, 15)], 0.397887357729738, 2),
    ("Hartmann-6", hartmann, [real(0, 1)] * 6, -3.322368011391339, 0.2),
    ("Rosenbrock-5", rosenbrock, [real(-5, 10)] * 5, 0, 20),
    (
        "mixed",
        mixed,
        [
            ("integer", 1, 32, False),
            ("integer", 1, 4096, True),
            real(1e-5, 1, True),
            real(0, 1),
            ("choice", 4),
            ("choice", 2),
        ],
        0,
        0.2,
    ),
]


def start(dimensions, seed):
    """Returns the values of today: a random point of the space."""
    random = SplitMix(seed)
    values = []
    for dimension in dimensions:
        unit = random.unit()
        if dimension[0] == "choice":
            values.append(min(int(unit * dimension[1]), dimension[1] - 1))
            continue
        kind, low, high, log = dimension
        value = low * (high / low) ** unit if log else low + unit * (high - low)
        values.append(math.floor(value + 0.5) if kind == "integer" else value)
    return values
