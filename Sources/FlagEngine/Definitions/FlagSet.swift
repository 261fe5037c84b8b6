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

    /// Adds a flag, and returns whether there was no flag with its key.
    mutating func insertNew(_ flag: FlagDefinition) -> Bool {
        flags.updateValue(flag, forKey: flag.key) == nil
    }

    /// Removes the flag with a key, if there is one.
    package mutating func remove(_ key: FlagKey) {
        flags[key] = nil
    }

    /// Replaces each flag that is equal to one of `old` by the same object as there.
    package mutating func takeEqualFlags(from old: FlagSet) {
        for (key, flag) in flags {
            if let known = old.flags[key], known !== flag, known == flag {
                flags[key] = known
            }
        }
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
