import TunerClient

// A frame reads a thousand values, each once.
let tuner = Tuner.preview()
let frame = Frame(values: 1_000, on: tuner)
let isSmoke = CommandLine.arguments.contains("--smoke")
ReadingBenchmark(rounds: isSmoke ? 1 : 21, frames: isSmoke ? 1 : 2_000, reads: 1_000).run([
    ("a stored property of a class", frame.plainNumbers),
    ("a number, unobserved", frame.unobservedNumbers),
    ("a property of an @Observable class", frame.observableNumbers),
    ("a number", frame.numbers),
    ("a number, in a snapshot", { tuner.snapshot { frame.numbers() } }),
    ("a stored text of a class", frame.plainTexts),
    ("a text", frame.texts),
    ("a text, in a snapshot", { tuner.snapshot { frame.texts() } }),
])
let memory = MemoryBenchmark(count: isSmoke ? 1_000 : 100_000)
memory.run("a number", default: 12.0, received: 18.0)
memory.run(
    "a text",
    default: "a text that is too long to fit in a word",
    received: "another text that is as long as that"
)
