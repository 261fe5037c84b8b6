package import JSONCore

/// What became of a plain write.
package enum PlainWrite: ~Copyable {
    /// It made a commit, which is one of a `PlainSet`.
    case committed(Commit)
    /// That is stored already, since the commit of this revision.
    case unchanged(JSON, revision: Int64)
    /// There is more to it, or it is to be refused: nothing was done.
    case notPlain

    /// Whether it was one.
    package var isPlain: Bool {
        switch self {
        case .committed: true
        case .unchanged: true
        case .notPlain: false
        }
    }

    /// The commit that it made, if it did.
    package var commit: Commit? {
        switch self {
        case .committed(let commit): commit
        case .unchanged: nil
        case .notPlain: nil
        }
    }
}
