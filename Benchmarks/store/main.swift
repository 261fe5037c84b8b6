import SystemCore
import TestSupport

// With --smoke, the program only checks that everything works. With a word, it runs only that part.
let words = CommandLine.arguments.dropFirst()
let isSmoke = words.contains("--smoke")
let parts = words.filter { $0 != "--smoke" }
let batches = isSmoke ? 20 : 1_000
let directory = try TemporaryDirectory()

func wants(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

if wants("journal") { try JournalBenchmark.run(in: directory, batches: batches) }
if wants("handover") { try HandOverBenchmark.run(in: directory, batches: batches) }
if wants("reading") { try ReadingBenchmark.run(records: isSmoke ? 1_600 : 1_000_000, rounds: isSmoke ? 1 : 5) }
