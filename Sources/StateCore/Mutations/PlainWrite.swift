package import JSONCore

/// The result of an attempt at a plain write.
package enum PlainWrite: ~Copyable {
    /// The write made this commit, which stores a `PlainSet`.
    case committed(Commit)
    /// The value was stored already.
    ///
    /// The revision is the current one of the key.
    case unchanged(JSON, revision: Int64)
    /// The write is not plain or must be refused.
    ///
    /// Nothing was changed.
    case notPlain

    /// Whether the write was plain.
    package var isPlain: Bool {
        switch self {
        case .committed: true
        case .unchanged: true
        case .notPlain: false
        }
    }

    /// The commit that the write made; nil if it made none.
    package var commit: Commit? {
        switch self {
        case .committed(let commit): commit
        case .unchanged: nil
        case .notPlain: nil
        }
    }
}
