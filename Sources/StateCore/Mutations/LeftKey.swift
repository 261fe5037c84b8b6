package import TunableEngine

/// A key that a mutation of many keys leaves as it is.
package struct LeftKey: Equatable, Sendable {
    /// Why a key is left as it is.
    package enum Reason: Equatable, Sendable {
        /// The key is declared read-only.
        case readOnly
        /// An active layer locks the key.
        case locked(layer: String)
        /// The declaration does not allow the value.
        case invalid
        /// The key is not declared, and the rules are strict.
        case undeclared
    }

    /// The key.
    package let key: Key
    /// Why it is left.
    package let reason: Reason

    /// The layer that locks the key; none where another reason holds.
    package var layer: String? {
        guard case .locked(let layer) = reason else { return nil }
        return layer
    }
}

extension StoredTunable {
    /// Returns why the local value could not be stored again; none where it could, or where there is no local value.
    ///
    /// A declaration that became narrower leaves such values behind, and so does a restart with strict rules.
    package func obstacle(_ rules: StateRules) -> LeftKey.Reason? {
        guard let declaration else { return rules.isStrict && local != nil ? .undeclared : nil }
        guard resolution.origin != .local, let local else { return nil }
        return (try? declaration.spec.accepted(local.value)) == nil ? .invalid : nil
    }
}
