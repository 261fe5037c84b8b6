import JSONCore

/// The part of a tunable that is shared outside worlds: the effective value, its revision and its origin.
///
/// There may be millions of undeclared keys that have only a local value. They need no ``detail``.
package struct StoredTunable: Sendable {
    /// The effective value outside every world.
    let value: JSON?
    /// The revision of the commit that last changed the value.
    package let revision: Int64
    /// The declaration, the local value and the origin; nil for an undeclared key whose local value is effective and
    /// lasting.
    let detail: TunableDetail?

    package var resolution: Resolution {
        Resolution(value: value, origin: detail?.origin ?? .local)
    }

    package var declaration: TunableDeclaration? { detail?.declaration }

    /// The end of the effective value outside every world; nil if it is not temporary.
    package var end: Moment? {
        guard let detail, detail.origin == .local else { return nil }
        return detail.local?.ending?.time
    }

    package var local: LocalValue? {
        guard let detail else { return value.map { LocalValue($0) } }
        return detail.local
    }
}

/// The parts of a tunable that an undeclared key with only a lasting local value does not need.
final class TunableDetail: Sendable {
    let declaration: TunableDeclaration?
    let local: LocalValue?
    let origin: Origin

    init(declaration: TunableDeclaration?, local: LocalValue?, origin: Origin) {
        self.declaration = declaration
        self.local = local
        self.origin = origin
    }
}
