/// When a snapshot is worth its work.
package enum SnapshotRule {
    /// A shorter journal is read in no time.
    package static let leastBytes: Int64 = 16 << 20
    /// Each start that changes anything begins a journal: they must not become too many, however little is in them.
    package static let mostFiles = 100

    /// Whether the journals since the last snapshot have become too long or too many.
    package static func isDue(_ journals: JournalSize, lastSnapshot: Int64) -> Bool {
        journals.files > mostFiles
            || journals.bytes > leastBytes && journals.bytes / 2 > lastSnapshot
    }
}
