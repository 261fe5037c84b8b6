import TestSupport
import Testing

/// Random changes of documents, against a second implementation.
struct EditingScriptTests {
    @Test(arguments: Seeds.all) func `a changed document has the same features as a new one`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<3 {
            var script = EditingScript((0..<80).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
            if let difference = script.difference() { Issue.record("seed \(seed): \(difference)") }
        }
    }
}
