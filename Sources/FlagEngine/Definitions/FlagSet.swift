import JSONCore

/// A set of flags by key, with value semantics; copying it costs one reference.
package struct FlagSet: Sendable {
    private var flags: [FlagKey: FlagDefinition]

    package init() { flags = [:] }

    /// Creates an empty set with room for the flags of a document.
    init(capacity: Int) {
        flags = [:]
        flags.reserveCapacity(capacity)
    }

    package var count: Int { flags.count }

    /// The flags in the order of their keys' bytes.
    package var definitions: [FlagDefinition] { flags.values.sorted { $0.key < $1.key } }

    /// The flags' keys in no particular order.
    package var keys: some Sequence<FlagKey> { flags.keys }

    /// The flag with a key; nil if there is none.
    package subscript(key: FlagKey) -> FlagDefinition? { flags[key] }

    /// Adds a flag and replaces the flag with the same key.
    package mutating func insert(_ flag: FlagDefinition) {
        flags[flag.key] = flag
    }

    /// Removes the flag with a key, if there is one.
    package mutating func remove(_ key: FlagKey) {
        flags[key] = nil
    }

    /// Returns the sorted keys of flags that were added, changed or removed since `old`.
    package func keysThatDiffer(from old: FlagSet) -> [FlagKey] {
        let changed = flags.values.filter { old.flags[$0.key] != $0 }.map(\.key)
        let gone = old.flags.keys.filter { flags[$0] == nil }
        return (changed + gone).sorted()
    }

    /// Evaluates a flag; for an unknown key, returns the caller's default with the most similar key.
    package func evaluate(
        _ key: FlagKey,
        _ request: EvaluationRequest = EvaluationRequest(),
        in context: EvaluationContext
    ) -> Evaluation {
        guard let flag = flags[key] else {
            let nearest = NearestName.nearest(to: key.text, among: flags.keys.lazy.map(\.text))
            return .unknown(nearest: nearest, default: request.callersDefault)
        }
        return flag.evaluate(request, in: context)
    }
}

extension FlagSet: Equatable {
    /// Returns whether both sets contain equal flags.
    package static func == (left: FlagSet, right: FlagSet) -> Bool {
        left.count == right.count && left.keysThatDiffer(from: right).isEmpty
    }
}
