package import TunableEngine

extension State {
    /// The keys that are declared secret now, or were before or after a commit of the history.
    package var secretKeys: SecretKeys { history.secretKeys }

    /// Returns whether a tunable is declared secret now.
    package func isDeclaredSecret(_ key: Span<UInt8>) -> Bool {
        !secretKeys.isEmpty && tunable(key)?.declaration?.spec.isSecret == true
    }

    /// Returns whether the tunable that a key names, or whose member it names, is declared secret now.
    package func isDeclaredSecret(_ key: Key, in world: World?) -> Bool {
        guard !secretKeys.isEmpty else { return false }
        return isDeclaredSecret((holderKey(of: key, in: world) ?? key).text.utf8.span)
    }

    /// Counts a change of a key's declaration from or to a secret one; returns whether either is secret.
    @discardableResult
    mutating func noteSecrecy(of key: Key, before: Spec?, after: Spec?) -> Bool {
        let (was, isNow) = (before?.isSecret == true, after?.isSecret == true)
        if isNow, !was { history.secretKeys.add(key) }
        if was, !isNow { history.secretKeys.remove(key) }
        return was || isNow
    }
}
