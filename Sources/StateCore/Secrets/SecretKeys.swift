package import TunableEngine

/// Keys that are secret, each with the number of its reasons: the present declaration, and commits of the history.
///
/// A value that a commit changed stays secret after the declaration was removed, as long as the history shows it.
package struct SecretKeys: Sendable {
    /// nil if there are no such keys: most states have none, and each write copies the state.
    private var reasons: KeyMap<Int>?

    package init() {}

    package var isEmpty: Bool { reasons == nil }

    package func contains(_ key: Span<UInt8>) -> Bool { reasons?.contains(key) ?? false }

    package func contains(_ key: Key) -> Bool { contains(key.text.utf8.span) }

    /// Adds a reason why a key is secret.
    mutating func add(_ key: Key) {
        var changed = reasons ?? KeyMap()
        reasons = nil
        changed.update(key.text.utf8.span) { $0 = ($0 ?? 0) + 1 }
        reasons = changed
    }

    /// Removes a reason that was added before.
    mutating func remove(_ key: Key) {
        guard var changed = reasons else { return }
        reasons = nil
        changed.update(key.text.utf8.span) { count in
            count = count.flatMap { $0 > 1 ? $0 - 1 : nil }
        }
        reasons = changed.isEmpty ? nil : changed
    }

    /// Calls `body` with the keys after `key`, in byte order, until `body` returns false.
    package func visit<Failure: Error>(
        after key: Key?,
        _ body: (Span<UInt8>) throws(Failure) -> Bool
    ) throws(Failure) {
        try reasons?.visit(withPrefix: "", after: key) { (key, _) throws(Failure) in try body(key) }
    }
}
