import JSONCore

/// Flags by key, a value: a copy costs one reference.
package struct FlagSet: Sendable {
    private var flags: [FlagKey: FlagDefinition]

    /// No flags.
    package init() { flags = [:] }

    /// Flags of a document, each key once.
    init(capacity: Int) {
        flags = [:]
        flags.reserveCapacity(capacity)
    }

    /// How many flags there are.
    package var count: Int { flags.count }

    /// The flags in the order of their keys' bytes.
    package var definitions: [FlagDefinition] { flags.values.sorted { $0.key < $1.key } }

    /// The flags' keys, in an order that means nothing.
    package var keys: some Sequence<FlagKey> { flags.keys }

    /// A flag by its key.
    package subscript(key: FlagKey) -> FlagDefinition? { flags[key] }

    /// Adds a flag, or puts it in the place of the one that had its key.
    package mutating func insert(_ flag: FlagDefinition) {
        flags[flag.key] = flag
    }

    /// The keys, in order, whose flags are others after a change, came, or went.
    package func keysThatDiffer(from old: FlagSet) -> [FlagKey] {
        let changed = flags.values.filter { old.flags[$0.key] != $0 }.map(\.key)
        let gone = old.flags.keys.filter { flags[$0] == nil }
        return (changed + gone).sorted()
    }

    /// What a flag comes to; of a key that there is not, the caller's default with a guess what was meant.
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
    /// The same flags, whatever order they came in.
    package static func == (left: FlagSet, right: FlagSet) -> Bool {
        left.count == right.count && left.keysThatDiffer(from: right).isEmpty
    }
}
