import JSONCore

/// A value with the size of the state's entry for a key.
struct BenchmarkValue: Sendable {
    var value: JSON
    var origin: UInt8 = 0
    var revision: Int64 = 0
    var declaration: Marker?

    final class Marker: Sendable {}

    init(_ number: Int) { value = .integer(Int64(number)) }
}
