import JSONCore

/// What a file and a daemon agree on, and what was about to be done when that was noted.
///
/// Who is killed in between has perhaps done it: then that side has the value, and it was agreed on.
struct SyncAgreement: Equatable {
    var values: [String: JSON]
    /// What one side was about to get; null stands for no value, which a value cannot be.
    var toDaemon: [String: JSON] = [:]
    var toFile: [String: JSON] = [:]

    /// The values, with those of what was done.
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
    mutating func finishPush(of edits: [SyncMerge.Edit]) {
        toDaemon = [:]
        for edit in edits { values[edit.key] = edit.value }
    }

    /// Records that edits were written into the file.
    mutating func finishPull(of edits: [SyncMerge.Edit]) {
        toFile = [:]
        for edit in edits { values[edit.key] = edit.value }
    }

    /// Edits as they are noted.
    static func noted(_ edits: [SyncMerge.Edit]) -> [String: JSON] {
        Dictionary(uniqueKeysWithValues: edits.map { ($0.key, $0.value ?? .null) })
    }
}
