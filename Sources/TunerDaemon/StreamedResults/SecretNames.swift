import JSONCore
import StateCore
import TunableEngine
import TunerAPI

/// The names of secret keys, for programs that receive the values of many keys.
struct SecretNames: StreamedMember {
    private let keys: SecretKeys
    private let isWanted: (Span<UInt8>) -> Bool
    /// The last key that was looked at.
    private var last: Key?

    /// Creates the list of those keys for which `isWanted` returns true.
    init(_ keys: SecretKeys, where isWanted: @escaping (Span<UInt8>) -> Bool) {
        self.keys = keys
        self.isWanted = isWanted
    }

    /// Returns the condition that a key matches the patterns of a request, which are valid; nil matches all keys.
    static func matching(_ list: PatternList?) -> (Span<UInt8>) -> Bool {
        guard let patterns = try? list?.patterns(parameter: "match") else { return { _ in true } }
        return { patterns.matches($0) }
    }

    static var isArray: Bool { true }

    var isAbsentIfEmpty: Bool { true }

    mutating func writeEntries(
        to writer: inout JSONWriter,
        in budget: inout ChunkBudget
    ) throws(JSONNotFinite) -> Bool {
        var stop: Key?
        try keys.visit(after: last) { (key) throws(JSONNotFinite) in
            if isWanted(key) {
                try writer.value(.string(Key(known: key).text))
            }
            budget.steps -= 1
            guard budget.isFull(writer) else { return true }
            stop = Key(known: key)
            return false
        }
        last = stop
        return stop == nil
    }
}
