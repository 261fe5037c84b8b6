package import FlagEngine

/// Temporary changes of one commit, which are kept together or reverted together.
package struct PendingTry: Equatable, Sendable {
    /// The revision of the commit that made the changes.
    package let id: Int64
    package let actor: Actor
    package let start: Moment
    /// When the state reverts the changes.
    package let end: Moment
    /// The tunables and flags that the try changed, in the order of the commit.
    package let subjects: [Subject]
    /// The layer that the try put.
    package let layer: String?
    /// Whether the try activated the layer.
    package let activatesLayer: Bool

    package init(
        id: Int64,
        actor: Actor,
        start: Moment,
        end: Moment,
        subjects: [Subject],
        layer: String?,
        activatesLayer: Bool
    ) {
        self.id = id
        self.actor = actor
        self.start = start
        self.end = end
        self.subjects = subjects
        self.layer = layer
        self.activatesLayer = activatesLayer
    }

    /// Returns the try with a later or earlier end.
    func moved(byMilliseconds interval: Int64) -> PendingTry {
        PendingTry(
            id: id,
            actor: actor,
            start: start,
            end: end.advanced(byMilliseconds: interval),
            subjects: subjects,
            layer: layer,
            activatesLayer: activatesLayer
        )
    }
}

/// What a client asks to try.
package struct TryRequest: Sendable {
    package var values: [Mutation.Entry] = []
    package var flags: [(key: FlagKey, override: FlagOverride)] = []
    package var layer: Layer?
    /// Whether an invalid number is replaced by the nearest valid one.
    package var clamps = false

    package init() {}

    package var isEmpty: Bool { values.isEmpty && flags.isEmpty && layer == nil }
}

/// The end of a try.
package struct TryEnd: Equatable, Sendable {
    package enum Outcome: String, Sendable {
        /// The changes have no end anymore.
        case kept
        /// What was before the try is restored.
        case reverted
        /// Other changes have replaced all changes of the try.
        case replaced
    }

    package let id: Int64
    package let outcome: Outcome
    /// The reason that the client gave, for people.
    package let reason: String?

    package init(id: Int64, outcome: Outcome, reason: String? = nil) {
        self.id = id
        self.outcome = outcome
        self.reason = reason
    }
}
