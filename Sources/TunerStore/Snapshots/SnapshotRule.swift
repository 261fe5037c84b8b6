/// The rule that decides when to write a snapshot.
package enum SnapshotRule {
    /// The number of journal bytes up to which no snapshot is needed; so few are read quickly.
    package static let minBytes: Int64 = 16 << 20
    /// The number of journals up to which no snapshot is needed.
    ///
    /// Each start that changes something begins a journal, even if little is written to it.
    package static let maxFiles = 100

    /// Returns whether the journals since the last snapshot are too long or too many.
    ///
    /// `lastSnapshot` is the size of the last snapshot in bytes.
    package static func isDue(_ journals: JournalSize, lastSnapshot: Int64) -> Bool {
        journals.files > maxFiles
            || journals.bytes > minBytes && journals.bytes / 2 > lastSnapshot
    }
}
