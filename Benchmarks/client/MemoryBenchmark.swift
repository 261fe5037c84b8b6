import CBenchmark
import TunerClient

/// A benchmark of the memory of a tunable in a program with many.
struct MemoryBenchmark {
    let count: Int

    /// Prints the bytes for each tunable with its key and declaration: after the declaration, and with a value.
    func run<Value: Codable & Sendable>(_ name: String, default fallback: Value, received value: TunerValue) {
        let before = cbenchmark_allocated()
        let tuner = Tuner.preview()
        let tunables = (0..<count).map { Tunable("many.n\($0)", default: fallback, on: tuner) }
        let declared = cbenchmark_allocated()
        tuner.simulate(values: Dictionary(uniqueKeysWithValues: tunables.map { ($0.key, value) }))
        let received = cbenchmark_allocated()
        print(
            "\(name): \((declared - before) / count) bytes declared, "
                + "\((received - before) / count) with a received value"
        )
    }
}
