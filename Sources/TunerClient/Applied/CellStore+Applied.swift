import Synchronization
import TunerAPI

/// The values that the program has not read, and those that it does not use.
extension CellStore {
    /// The limit of keys in each list of a report.
    private static let maxKeys = AppliedParameters.maxKeys

    /// Returns the tunables whose newest value the program has not read, in the order of their publication.
    func unreadValues() -> [AppliedProgress.Unread] {
        withRegistry { registry in
            let read = readThrough.load(ordering: .acquiring)
            registry.forgetRead(through: read)
            return registry.unread.prefix(CellStore.maxKeys).map { index in
                let entry = registry.entries[index]
                return AppliedProgress.Unread(key: entry.subject.key, publication: entry.firstUnread)
            }
        }
    }

    /// Returns the present values that the program does not use: they do not fit, or the program has refused them.
    func refusedValues() -> [RefusedValueRecord] {
        withRegistry { registry in
            let refused = registry.entries.lazy.filter { !$0.subject.isFlag }.compactMap { entry in
                entry.refusal.map { RefusedValueRecord(key: entry.subject.key, reason: $0) }
            }
            return Array(refused.prefix(CellStore.maxKeys))
        }
    }

    /// Stores why the program does not use the present value of a tunable; another value removes the reason.
    func refuse(at index: Int, _ reason: String) {
        withRegistry { registry in
            registry.entries[index].reason = reason
            registry.faultChanges += 1
        }
    }
}

extension CellRegistry {
    /// Removes from `unread` the tunables that the program has read, also by a snapshot of a publication through `version`.
    fileprivate mutating func forgetRead(through version: UInt64) {
        var kept: [Int] = []
        for index in unread {
            if entries[index].cells.allSatisfy({ $0.isUnread(after: version) }) {
                kept.append(index)
            } else {
                entries[index].firstUnread = 0
            }
        }
        unread = kept
    }
}

extension CellEntry {
    /// Why the program does not use the present value; nil if it does.
    fileprivate var refusal: String? { reason ?? cells.lazy.compactMap { $0.fault?.record?.message }.first }
}
