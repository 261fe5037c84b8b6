import JSONCore
import StateCore
import TunableEngine

/// What a client is to be told and could not be told yet: for each key that changed what it believes, once, however often
/// the key changed since.
struct Backlog {
    /// What the client was told last of each key.
    private(set) var told: [Key: JSON?] = [:]
    /// When the last of the changes was made.
    private(set) var time = Moment(milliseconds: 0)
    /// Who made them, as long as it is one commit.
    private(set) var actor: Actor?
    private var commits = 0
    /// Bytes of memory that it takes.
    private(set) var memory = 0
    private static let memoryOfEntry = 128

    var isEmpty: Bool { told.isEmpty }

    /// Notes changes that were made at once.
    mutating func add(_ changes: [Change], _ time: Moment, by actor: Actor?) {
        for change in changes where told.index(forKey: change.key) == nil {
            told.updateValue(change.old, forKey: change.key)
            memory += Backlog.memoryOfEntry + (change.old?.memory ?? 0)
            memory += String.memory(ofBytes: change.key.text.utf8.count)
        }
        commits += 1
        self.actor = commits == 1 ? actor : nil
        self.time = time
    }

    /// What there is to tell, by key: what has another value now than was told.
    func changes(in view: View) -> [Change] {
        var changes: [Change] = []
        for (key, old) in told {
            let now = view.resolution(of: key.text.utf8.span)
            if now.value != old {
                changes.append(Change(key: key, value: now.value, old: old, origin: now.origin))
            }
        }
        return changes.sorted { $0.key < $1.key }
    }
}
