package import TunableEngine

/// A key that a mutation of many keys does not change.
package struct SkippedKey: Equatable, Sendable {
    /// The reason why a key is not changed.
    package enum Reason: Equatable, Sendable {
        /// The key is declared read-only.
        case readOnly
        /// An active layer locks the key.
        case locked(layer: String)
        /// The value violates the declaration.
        case invalid
        /// The key is not declared, and the rules are strict.
        case undeclared
        /// The key is declared secret, and an exported file does not have its value.
        case secret
    }

    package let key: Key
    package let reason: Reason

    /// The layer that locks the key; nil for every other reason.
    package var layer: String? {
        guard case .locked(let layer) = reason else { return nil }
        return layer
    }
}

extension StoredTunable {
    /// Returns the reason why the local value could not be stored again, or nil if it could or there is no local
    /// value.
    ///
    /// Such a value exists after its declaration was narrowed, or after a restart with strict rules.
    package func obstacle(_ rules: StateRules) -> SkippedKey.Reason? {
        guard declaration != nil else { return rules.isStrict && local != nil ? .undeclared : nil }
        return localFault == nil ? nil : .invalid
    }

    /// The reason why the declaration does not allow the local value; nil if it does, or if one of the two is missing.
    package var localFault: ValueFault? {
        guard let declaration, let local, resolution.origin != .local else { return nil }
        do {
            _ = try declaration.spec.accepted(local.value)
            return nil
        } catch {
            return error
        }
    }
}
