import JSONCore

/// As large as what the state keeps for a key.
struct BenchmarkValue: Sendable {
    var value: JSON
    var origin: UInt8 = 0
    var revision: Int64 = 0
    var declaration: Marker?

    final class Marker: Sendable {}

    init(_ number: Int) { value = .integer(Int64(number)) }
}
