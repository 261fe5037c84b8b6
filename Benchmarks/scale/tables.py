"""Makes the tables of docs/performance.md and the charts from the figures of results.json."""

import statistics
from charts import chart

MEMORY = {
    "keys": "a key, with its value", "connections": "an idle connection, after a ping",
    "subscriptions": "a subscription of one key", "worlds": "a world with one value", "flags": "a flag with a rule"}
CALLS = {
    "ping": ("`ping`", "`PING`"), "get": ("`tunables.get`", "`GET`"),
    "set, relaxed": ("`tunables.set`, `relaxed`", "`SET`, `appendfsync everysec`"),
    "set, sync": ("`tunables.set`, `sync`", "`SET`, `appendfsync always`"),
    "evaluate": ("`flags.evaluate`, a rule, another context each time", "–")}


def median(values):
    return statistics.median(values)


def rounded(value):
    """Returns a number with three digits that count, and separators."""
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.3g}" if value >= 10 else f"{value:.2f}"


def spread(values):
    texts = [f"{value:.2f}" for value in (median(values), min(values), max(values))]
    return texts[0] if texts[1] == texts[2] else f"{texts[0]} ({texts[1]}–{texts[2]})"


def ratios(point, member="rate", of=("tuner", "redis")):
    """Returns the ratios of the rounds as a text, or a dash."""
    if not all(name in point for name in of):
        return "–"
    return spread([one / two for one, two in zip(*(point[name][member] for name in of))])


def shrinking(point, name):
    """Returns the rate divided by that with 100 keys."""
    if name not in point:
        return "–"
    return spread([one / two for one, two in zip(point[name]["rate"], point[name]["of100"])])


def figure(point, name, member, scale=1.0):
    return rounded(median(point[name][member]) * scale) if name in point else "–"


def each(point, name, member="memory"):
    """Returns the bytes of one thing."""
    return max(1, median(point[name][member])) / point["size"]


def table(heads, rows):
    lines = [" | ".join(map(str, line)) for line in [heads, *rows]]
    lines = [f"| {line} |\n" for line in lines]
    return "".join([lines[0], "|" + "---|" * len(heads) + "\n", *lines[1:]])


def setting(results):
    series = results["series"].values()
    dates = sorted({entry["date"] for entry in series})
    loads = [load for entry in series for load in entry["load"]]
    minutes = sum(entry["seconds"] for entry in series) / 60
    commits = ", ".join(f"`{name}`" for name in dict.fromkeys(entry["commit"] for entry in series))
    days = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    return (
        f"- Measured: {days}, at the commit {commits}, in {results['rounds']} rounds.\n"
        f"- Duration: {minutes:.0f} minutes.\n"
        f"- Machine: {results['processor']}, {results['processors']} processors, {results['system']}.\n"
        f"- Load of the machine during the run, as `uptime` prints it: {min(loads)} to {max(loads)}.\n"
        f"- Compared with: Redis {results['redis']}.\n")


def calls(results):
    points = results["series"]["calls"]["points"]
    rows = []
    for name, titles in CALLS.items():
        row = list(titles)
        for clients in (1, 50):
            point = next(point for point in points if point["call"] == name and point["clients"] == clients)
            row += [figure(point, "tuner", "rate"), ratios(point)]
        rows.append(row)
    delivery = next((point for point in results["series"]["delivery"]["points"] if point["size"] == 100), None)
    if delivery:
        rate = figure(delivery, "tuner", "rate")
        rows.append(["notifications to 100 subscribers", "`PUBLISH`", rate, ratios(delivery), "–", "–"])
    return table(["call", "Redis", "one at a time, a second", "divided by Redis'", "50 × 16, a second",
                  "divided by Redis'"], rows)


def keys(results):
    return table(
        ["keys", "`tunables.get`, a second", "divided by Redis'", "divided by that of 100 keys", "the same of Redis"],
        [[f"{point['size']:,}", figure(point, "tuner", "rate"), ratios(point), shrinking(point, "tuner"),
          shrinking(point, "redis")] for point in results["series"]["keys"]["points"]])


def start(results):
    return table(
        ["keys", "start, ms", "Redis, ms", "divided by Redis'"],
        [[f"{point['size']:,}", figure(point, "tuner", "start", 1e3), figure(point, "redis", "start", 1e3),
          ratios(point, "start")] for point in results["series"]["keys"]["points"]])


def memory(results):
    rows = []
    for name, title in MEMORY.items():
        rows += memory_rows(results["series"][name]["points"], title, "memory")
        if name == "keys":
            rows += memory_rows(results["series"][name]["points"], "the same after a new start", "restarted")
    return table(["each of them", "number", "Tuner, bytes", "Redis, bytes", "divided by Redis'"], rows)


def memory_rows(points, title, member):
    point = points[-1]
    size = f"{point['size']:,}"
    ours = each(point, "tuner", member)
    if "redis" not in point:
        return [[title, size, rounded(ours), "–", "–"]]
    theirs = each(point, "redis", member)
    return [[title, size, rounded(ours), rounded(theirs), f"{ours / theirs:.2f}"]]


def delivery(results):
    return table(
        ["subscribers", "notifications a second", "divided by Redis'", "until the last one, ms", "Redis, ms"],
        [[f"{point['size']:,}", figure(point, "tuner", "rate"), ratios(point), figure(point, "tuner", "median", 1e-3),
          figure(point, "redis", "median", 1e-3)] for point in results["series"]["delivery"]["points"]])


def layers(results):
    return table(
        ["active layers", "`layers.put`, median µs", "p99, µs"],
        [[f"{point['size']:,}", figure(point, "tuner", "median"), figure(point, "tuner", "p99")]
         for point in results["series"]["layers"]["points"]])


def flags(results):
    return table(
        ["flags", "`flags.define` of all, ms", "µs a flag", "bytes a flag"],
        [[f"{point['size']:,}", figure(point, "tuner", "seconds", 1e3),
          figure(point, "tuner", "seconds", 1e6 / point["size"]), rounded(each(point, "tuner"))]
         for point in results["series"]["flags"]["points"]])


TABLES = [setting, calls, keys, start, memory, delivery, layers, flags]


def line(results, series, name, value, least=1):
    return [(point["size"], value(point)) for point in results["series"][series]["points"]
            if name in point and point["size"] >= least]


def both(results, series, value, least=1):
    lines = [("Tuner", line(results, series, "tuner", lambda point: value(point, "tuner"), least)),
             ("Redis", line(results, series, "redis", lambda point: value(point, "redis"), least))]
    return [(name, points) for name, points in lines if points]


def charts(results):
    """Returns the charts by the names of their files."""
    def rate(point, name):
        return median(point[name]["rate"])

    # In small states, most of the memory is that of the last page.
    things = [(title.split(",")[0], line(results, name, "tuner", lambda point: each(point, "tuner"), 1_000))
              for name, title in MEMORY.items()]
    return {
        "growth-get.svg": chart(
            "tunables.get of random keys", "keys", "a second", both(results, "keys", rate), is_logarithmic=False),
        "growth-key-memory.svg": chart(
            "Memory of a key", "keys", "bytes a key", both(results, "keys", each, 1_000), is_logarithmic=False),
        "growth-memory.svg": chart("Memory of other things", "number of them", "bytes each", things[1:]),
        "growth-start.svg": chart(
            "From the start to the first response", "keys", "milliseconds",
            both(results, "keys", lambda point, name: median(point[name]["start"]) * 1e3)),
        "growth-delivery.svg": chart(
            "Notifications, one change at a time", "subscribers", "notifications a second",
            both(results, "delivery", rate), is_logarithmic=False),
        "growth-layers.svg": chart(
            "layers.put of one layer", "active layers", "microseconds",
            [("median", line(results, "layers", "tuner", lambda point: median(point["tuner"]["median"]))),
             ("p99", line(results, "layers", "tuner", lambda point: median(point["tuner"]["p99"])))]),
        "growth-flags.svg": chart(
            "flags.define", "flags", "microseconds a flag",
            [("Tuner", line(results, "flags", "tuner",
                            lambda point: median(point["tuner"]["seconds"]) * 1e6 / point["size"]))]),
    }
