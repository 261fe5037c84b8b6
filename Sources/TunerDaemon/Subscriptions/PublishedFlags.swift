import StateCore

/// Changes of flags that are published at once, as all see them or as the members of one world do.
struct PublishedFlags {
    let flags: [FlagDifference]
    /// The world from which they are seen.
    let world: String?
    /// The revision that whoever receives them knows; none where no commit made them.
    let revision: Int64?
    let time: Moment
    /// Who made all of them, where one commit did.
    let actor: Actor?
    /// The same for the backlogs; made when the first subscription lags.
    private(set) lazy var batch = ChangeBatch(flags, revision: revision, time: time, actor: actor)

    init(_ flags: [FlagDifference], world: String?, revision: Int64?, time: Moment, actor: Actor?) {
        self.flags = flags
        self.world = world
        self.revision = revision
        self.time = time
        self.actor = actor
    }
}
