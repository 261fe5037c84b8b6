/// The reason why the members of an object or an array cannot be read as a record.
package enum JSONFieldFault: Error, Equatable, Sendable {
    /// A member that the record does not have, with the declared members.
    case unknown(String, nearest: String?, known: [String])
    case missing(String)
    /// A value of another type; `found` describes the value.
    case mismatch(String, expected: String, found: String)
    case tooMany(most: Int)
    case noFields(JSONKind)
}

extension JSONFieldFault {
    /// Creates the fault of a value that a type refuses: that of a part of the value, or else that of the whole value.
    init(of path: String, as type: any JSONReadable.Type, _ value: JSONRange, in text: Span<UInt8>) {
        if let inner = type.innerFault(of: value, in: text) {
            self = inner.inside(path)
        } else {
            self = .mismatch(path, expected: type.expectation, found: JSONFieldFault.words(for: value, type, in: text))
        }
    }

    /// Returns the fault of a member of a value, as a fault of the record that has the value at a path: `faults[0].key`.
    func inside(_ path: String) -> JSONFieldFault {
        switch self {
        case .unknown(let name, let nearest, let known):
            .unknown(
                JSONFieldFault.join(path, name),
                nearest: nearest.map { JSONFieldFault.join(path, $0) },
                known: known.map { JSONFieldFault.join(path, $0) }
            )
        case .missing(let name): .missing(JSONFieldFault.join(path, name))
        case .mismatch(let name, let expected, let found):
            .mismatch(JSONFieldFault.join(path, name), expected: expected, found: found)
        case .tooMany, .noFields: self
        }
    }

    private static func join(_ path: String, _ name: String) -> String {
        name.hasPrefix("[") ? path + name : "\(path).\(name)"
    }

    private static func words(
        for value: JSONRange,
        _ type: any JSONReadable.Type,
        in text: Span<UInt8>
    ) -> String {
        let words = value.kind.words
        return switch value.value(in: text) {
        case .integer(let integer): "\(integer)"
        case .double(let double): "\(double)"
        // An object with wrong members, or an array with wrong elements.
        case .object, .array: type.expectation.hasPrefix(words) ? "another \(value.kind)" : words
        case .null, .boolean, .string: words
        }
    }
}
