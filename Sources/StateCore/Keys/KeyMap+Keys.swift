import JSONCore
package import TunableEngine

extension KeyMap {
    package func contains(_ key: Span<UInt8>) -> Bool {
        withValue(of: key) { _ in } != nil
    }

    func contains(_ key: Key) -> Bool { contains(key.text.utf8.span) }

    package func value(of key: Key) -> Value? { value(of: key.text.utf8.span) }

    /// Sets a key's value, and returns the previous value.
    @discardableResult
    package mutating func insert(_ value: consuming Value, for key: Key) -> Value? {
        insert(value, for: key.text.utf8.span)
    }

    /// Calls `body` with each entry, in byte order of the keys.
    package func forEachInOrder(_ body: (Span<UInt8>, borrowing Value) -> Void) {
        visit(withPrefix: "") { key, value in
            body(key, value)
            return true
        }
    }

    /// Calls `body` with each entry whose key begins with `prefix`, in byte order, until `body` returns false.
    ///
    /// The visit starts after `key`, if there is one.
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
    /// Returns whether both maps have the same keys with equal values.
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
