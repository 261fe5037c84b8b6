import JSONCore

/// What makes a file and the daemon equal: a three-way merge of each against what both agreed on last.
struct SyncMerge: Equatable {
    /// Which of the two is changed.
    enum Direction {
        case both
        /// The file follows the daemon.
        case pull
        /// The daemon follows the file.
        case push
    }

    /// A key that is to have another value, or none.
    struct Edit: Equatable {
        let key: String
        let value: JSON?
        let old: JSON?
    }

    /// A key that both have changed, each otherwise.
    struct Conflict: Equatable {
        let key: String
        let file: JSON?
        let daemon: JSON?
    }

    private(set) var toFile: [Edit] = []
    private(set) var toDaemon: [Edit] = []
    private(set) var conflicts: [Conflict] = []
    /// What both agree on now, before anything is done.
    private(set) var agreed: [String: JSON] = [:]

    /// Merges; nothing was agreed on before the first time.
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
                toFile.append(Edit(key: key, value: there, old: here))
            case .push where isChangedHere, .both where !isChangedThere:
                toDaemon.append(Edit(key: key, value: here, old: there))
            case .both:
                conflicts.append(Conflict(key: key, file: here, daemon: there))
                toFile.append(Edit(key: key, value: there, old: here))
            case .pull, .push: break
            }
        }
    }

    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}
