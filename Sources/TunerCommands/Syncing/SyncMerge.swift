import JSONCore

/// A three-way merge of a file and the daemon, with their last agreement as the base.
struct SyncMerge: Equatable {
    /// The side or sides to change.
    enum Direction {
        case both
        /// Only the file changes.
        case pull
        /// Only the daemon changes.
        case push
    }

    /// A change of a key; nil means that the key has no value.
    struct Assignment: Equatable {
        let key: String
        let value: JSON?
        let old: JSON?
    }

    /// A key that both sides have changed to different values.
    struct Conflict: Equatable {
        let key: String
        let file: JSON?
        let daemon: JSON?
    }

    private(set) var toFile: [Assignment] = []
    private(set) var toDaemon: [Assignment] = []
    private(set) var conflicts: [Conflict] = []
    /// The agreement before the edits: the common value of each key, or the base value if the sides differ.
    private(set) var agreed: [String: JSON] = [:]

    /// Merges the two sides; `base` is nil if nothing was agreed on before.
    init(base: [String: JSON]?, file: [String: JSON], daemon: [String: JSON], _ direction: Direction = .both) {
        let base = base ?? [:]
        for key in Set(base.keys).union(file.keys).union(daemon.keys).sorted(by: SyncMerge.precedes) {
            let (old, here, there) = (base[key], file[key], daemon[key])
            if here == there {
                agreed[key] = there
                continue
            }
            let isChangedHere = here != old
            let isChangedThere = there != old
            agreed[key] = old
            switch direction {
            case .pull where isChangedThere, .both where !isChangedHere:
                toFile.append(Assignment(key: key, value: there, old: here))
            case .push where isChangedHere, .both where !isChangedThere:
                toDaemon.append(Assignment(key: key, value: here, old: there))
            case .both:
                conflicts.append(Conflict(key: key, file: here, daemon: there))
                toFile.append(Assignment(key: key, value: there, old: here))
            case .pull, .push: break
            }
        }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
