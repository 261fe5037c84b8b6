import StateCore

/// Changes that are published together, either outside of worlds or for the members of one world.
struct Published<Item: KeyedChange> {
    let changes: [Item]
    /// The world whose members receive the changes.
    ///
    /// Worlds with equal changes share one batch.
    var world: String?
    /// The revision that a subscriber reaches with the changes; nil if no commit made them.
    let revision: Int64?
    let time: Moment
    /// The author of all changes; nil unless a single commit made them.
    let actor: Actor?
    /// The changes for the backlogs, created when the first subscription lags.
    private(set) lazy var batch: ChangeBatch<Item> = ChangeBatch(changes, revision: revision, time: time, actor: actor)

    init(_ changes: [Item], world: String?, revision: Int64?, time: Moment, actor: Actor?) {
        self.changes = changes
        self.world = world
        self.revision = revision
        self.time = time
        self.actor = actor
    }

    /// Returns the revision that a subscription reaches with the changes, given the revision that it has.
    func revision(after sentRevision: Int64) -> Int64 { max(sentRevision, revision ?? sentRevision) }
}
