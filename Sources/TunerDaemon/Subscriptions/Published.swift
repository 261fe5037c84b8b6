import StateCore

/// Changes that are published at once, as everybody sees them or as the members of one world do.
struct Published<Item: KeyedChange> {
    let changes: [Item]
    /// The world from which they are seen; worlds that see the same changes share their batch.
    var world: String?
    /// The revision that whoever receives them knows; none where no commit made them.
    let revision: Int64?
    let time: Moment
    /// Who made all of them, where one commit did.
    let actor: Actor?
    /// The changes for the backlogs; made when the first subscription lags.
    private(set) lazy var batch: ChangeBatch<Item> = ChangeBatch(changes, revision: revision, time: time, actor: actor)

    init(_ changes: [Item], world: String?, revision: Int64?, time: Moment, actor: Actor?) {
        self.changes = changes
        self.world = world
        self.revision = revision
        self.time = time
        self.actor = actor
    }

    /// The revision that a subscription which knows one already knows behind these changes.
    func revision(after sentRevision: Int64) -> Int64 { max(sentRevision, revision ?? sentRevision) }
}
