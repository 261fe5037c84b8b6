/// The rule that decides when to write a snapshot.
package enum SnapshotRule {
    /// The number of journal bytes up to which no snapshot is needed; so few are read quickly.
    package static let leastBytes: Int64 = 16 << 20
    /// The number of journals up to which no snapshot is needed.
    ///
    /// Each start that changes something begins a journal, even if little is written to it.
    package static let mostFiles = 100

    /// Returns whether the journals since the last snapshot are too long or too many.
    ///
    /// `lastSnapshot` is the size of the last snapshot in bytes.
    package static func isDue(_ journals: JournalSize, lastSnapshot: Int64) -> Bool {
        journals.files > mostFiles
            || journals.bytes > leastBytes && journals.bytes / 2 > lastSnapshot
    }
}
