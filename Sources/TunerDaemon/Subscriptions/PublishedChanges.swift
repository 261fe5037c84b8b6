import StateCore

/// Changes of values that are published at once, as all see them or as the members of one world do.
struct PublishedChanges {
    let changes: [Change]
    /// The world from which they are seen.
    let world: String?
    /// The revision that whoever receives them knows.
    let revision: Int64
    let time: Moment
    /// Who made all of them, where one commit did.
    let actor: Actor?
    /// The same for the backlogs; made when the first subscription lags.
    private(set) lazy var batch = ChangeBatch(changes, revision: revision, time: time, actor: actor)

    init(_ changes: [Change], world: String?, revision: Int64, time: Moment, actor: Actor?) {
        self.changes = changes
        self.world = world
        self.revision = revision
        self.time = time
        self.actor = actor
    }
}
