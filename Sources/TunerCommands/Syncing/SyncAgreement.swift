import JSONCore

/// The values that a file and the daemon both have, with the edits that are in progress.
///
/// If the process is killed during an edit, the edit may be done or not. The next run compares it with the side that it
/// changes.
struct SyncAgreement: Equatable {
    var values: [String: JSON]
    /// The edits of one side in progress; null means no value, and can mean nothing else because no value is null.
    var toDaemon: [String: JSON] = [:]
    var toFile: [String: JSON] = [:]

    /// Returns the values, with those edits in progress that have arrived at their side.
    func settled(file: [String: JSON], daemon: [String: JSON]) -> [String: JSON] {
        var settled = values
        for (side, edits) in [(daemon, toDaemon), (file, toFile)] {
            for (key, value) in edits where (side[key] ?? .null) == value {
                settled[key] = side[key]
            }
        }
        return settled
    }

    /// Records that the daemon has stored edits, and that no others are pending.
    mutating func finishPush(of edits: [SyncMerge.Assignment]) {
        toDaemon = [:]
        for edit in edits { values[edit.key] = edit.value }
    }

    /// Records that edits were written into the file.
    mutating func finishPull(of edits: [SyncMerge.Assignment]) {
        toFile = [:]
        for edit in edits { values[edit.key] = edit.value }
    }

    /// Returns edits in the form of `toDaemon` and `toFile`.
    static func noted(_ edits: [SyncMerge.Assignment]) -> [String: JSON] {
        Dictionary(uniqueKeysWithValues: edits.map { ($0.key, $0.value ?? .null) })
    }
}
