/// What recovery found in the state's directory.
package struct RecoveredFiles: Hashable, Sendable {
    /// How the previous writer ended.
    package enum End: Hashable, Sendable {
        /// There are no files: the state is new.
        case new
        /// The writer closed the journal.
        case orderly
        /// The writer did not close the journal, for example because of a crash.
        case unclean
    }

    package var end = End.new
    /// The identifier of the state; nil if the state is new.
    package var epoch: String?
    /// The revision in the last journal's header; new commits must have higher revisions.
    package var revision: Int64 = 0
    /// The number of the last journal, or 0 if there is none.
    package var lastJournal = 0
    /// The last committed batch, or 0 if there is none.
    package var lastBatch = 0
    /// Whether acknowledged changes may be missing, so that the state needs a new epoch.
    package var needsNewEpoch = false
    /// Whether revisions without a record may have been in use, so that new revisions must leave a large gap.
    package var mustSkipRevisions = false
    /// The size of the snapshot that was read; 0 if there is none.
    package var snapshotBytes: Int64 = 0
    /// The size of the journals after that snapshot.
    package var journals = JournalSize(bytes: 0, files: 0)
    /// The last batches if they may be only in the operating system's memory and not on disk.
    var unflushed: [UnflushedBatch] = []
    /// What to log.
    package var notes: [RecoveryNote] = []

    package init() {}

    /// Whether everything is on disk and consistent, so that no file is needed before the next change.
    package var isSettled: Bool { end == .orderly && unflushed.isEmpty && !needsNewEpoch && !mustSkipRevisions }
}
