import JSONCore

/// What all share of one key: its value, when that last changed, and where it comes from.
///
/// A free key with a local value and nothing else, of which there may be millions, needs no more than this.
package struct StoredTunable: Sendable {
    /// The value that everybody sees who is in no world.
    let value: JSON?
    /// The last commit that changed the value.
    package let revision: Int64
    /// The rest, unless the value is local and the key is free.
    let detail: TunableDetail?

    /// The value and where it comes from.
    package var resolution: Resolution {
        Resolution(value: value, origin: detail?.origin ?? .local)
    }

    /// What it was declared to be.
    package var declaration: Declaration? { detail?.declaration }

    /// What was set for all.
    package var local: LocalValue? {
        guard let detail else { return value.map { LocalValue($0) } }
        return detail.local
    }
}

/// What a tunable needs that is more than a free key's local value.
final class TunableDetail: Sendable {
    let declaration: Declaration?
    let local: LocalValue?
    let origin: Origin

    init(declaration: Declaration?, local: LocalValue?, origin: Origin) {
        self.declaration = declaration
        self.local = local
        self.origin = origin
    }
}
