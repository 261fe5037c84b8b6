/// What a recovery found in the folder.
package struct RecoveredFiles: Hashable, Sendable {
    /// How the last writer ended.
    package enum End: Hashable, Sendable {
        /// There was none: the state is new.
        case new
        /// It said so.
        case orderly
        /// It did not come to say so.
        case unclean
    }

    package var end = End.new
    /// The state's name, unless it is new.
    package var epoch: String?
    /// No revision up to this one may be given again.
    package var revision: Int64 = 0
    /// The last journal in which anything stands, or 0.
    package var lastJournal = 0
    /// The last batch that counts, or 0.
    package var lastBatch = 0
    /// Something answered may be missing: whoever relies on the old epoch must be told.
    package var needsNewEpoch = false
    /// Revisions that are not among the records may have been given: go on well beyond.
    package var mustSkipRevisions = false
    /// What the newest snapshot has, and the journals behind it.
    package var snapshotBytes: Int64 = 0
    package var journals = JournalSize(bytes: 0, files: 0)
    /// The last batches: in the memory of a system that has not been down since, and perhaps nowhere else.
    var unflushed: [UnflushedBatch] = []
    /// For the log.
    package var notes: [RecoveryNote] = []

    package init() {}

    /// Whether all of it is on disk and goes on as it is: then nothing need be written before there is something new.
    package var isSettled: Bool { end == .orderly && unflushed.isEmpty && !needsNewEpoch && !mustSkipRevisions }
}
