import JSONCore
import TunerAPI

/// The last reported values by key, from which changes are computed if the daemon sends only values.
struct KnownValues {
    private struct Value {
        var value: JSON?
        /// The evaluation, if the key is a flag.
        var evaluation: WatchedChange.Evaluation?
        var isSecret: Bool?

        /// Returns whether a change has this value and this variant.
        func isSame(as change: WatchedChange) -> Bool {
            value == change.change.value && evaluation?.variant == change.evaluation?.variant
        }
    }

    private var values: [String: Value] = [:]

    /// Stores the update, and returns the changes to report.
    mutating func apply(_ update: WatchUpdate) -> [WatchedChange] {
        let changes = update.isComplete ? differences(update) : update.changes
        for change in changes {
            let isSecret = change.change.isSecret
            let value = Value(value: change.change.value, evaluation: change.evaluation, isSecret: isSecret)
            values[change.change.key] = value.value == nil ? nil : value
        }
        return update.isSilent ? [] : changes
    }

    /// Returns the differences from the last reported values; a key that was not reported counts as new.
    private func differences(_ update: WatchUpdate) -> [WatchedChange] {
        var gone = values
        var changes: [WatchedChange] = []
        for var change in update.changes {
            let old = gone.removeValue(forKey: change.change.key) ?? Value()
            guard !old.isSame(as: change) else { continue }
            change.change.old = old.value
            change.change.isSecret = change.change.isSecret ?? old.isSecret
            changes.append(change)
        }
        for (key, old) in gone.sorted(by: { $0.key < $1.key }) {
            var change = WatchedChange(change: ChangeRecord(key, nil, old: old.value), revision: update.revision)
            change.change.isSecret = old.isSecret
            change.evaluation = old.evaluation.map { _ in WatchedChange.Evaluation(variant: nil, reason: "ERROR") }
            changes.append(change)
        }
        return changes
    }
}
