import TunerClient

extension TunerValue {
    /// The value of a tunable or a flag as JSON.
    static func of(_ value: some Encodable) -> TunerValue {
        (try? TunerValue(encoding: value)) ?? .string("no JSON: \(value)")
    }

    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var number: Double? { try? decoded(as: Double.self) }

    var members: [String: TunerValue] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    var elements: [TunerValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// Returns whether both values are the same JSON; 1 and 1.0 are the same number.
    func isEqual(to other: TunerValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .number(let right)): Double(left) == right
        case (.number(let left), .integer(let right)): left == Double(right)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isEqual(to: $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { right[$0.key]?.isEqual(to: $0.value) ?? false }
        default: self == other
        }
    }
}

extension TunableValues {
    /// Waits until the newest value is `value`.
    func wait(for value: TunerValue) async {
        for await newest in self where TunerValue.of(newest).isEqual(to: value) { return }
    }
}
