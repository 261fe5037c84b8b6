/// The total size of all journals since the last snapshot.
package struct JournalSize: Hashable, Sendable {
    package var bytes: Int64
    package var files: Int

    package init(bytes: Int64, files: Int) {
        self.bytes = bytes
        self.files = files
    }
}
