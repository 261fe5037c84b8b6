import JSONCore
package import TunableEngine

extension KeyMap {
    /// Whether a key has a value.
    package func contains(_ key: Span<UInt8>) -> Bool {
        withValue(of: key) { _ in } != nil
    }

    /// Whether a key has a value.
    func contains(_ key: Key) -> Bool { contains(key.text.utf8.span) }

    /// A copy of a key's value.
    package func value(of key: Key) -> Value? { value(of: key.text.utf8.span) }

    /// Gives a key a value, and answers the one that it had.
    @discardableResult
    package mutating func insert(_ value: consuming Value, for key: Key) -> Value? {
        insert(value, for: key.text.utf8.span)
    }

    /// Hands over all entries in the order of the keys' bytes.
    package func forEachInOrder(_ body: (Span<UInt8>, borrowing Value) -> Void) {
        visit(withPrefix: "") { key, value in
            body(key, value)
            return true
        }
    }

    /// Hands over the entries whose keys begin with `prefix`, those up to `key` left out, in the order of the keys' bytes,
    /// until `body` answers `false`.
    package func visit<Failure: Error>(
        withPrefix prefix: String,
        after key: Key? = nil,
        _ body: (Span<UInt8>, borrowing Value) throws(Failure) -> Bool
    ) throws(Failure) {
        let start = key?.text ?? ""
        try visit(from: start.utf8.span, included: start.isEmpty, prefix: prefix.utf8.span, body)
    }
}

extension KeyMap<JSON> {
    /// Whether both have the same values for the same keys.
    func isEqual(to other: KeyMap<JSON>) -> Bool {
        guard count == other.count else { return false }
        var isEqual = true
        visit(withPrefix: "") { key, value in
            isEqual = other.value(of: key) == copy value
            return isEqual
        }
        return isEqual
    }
}
