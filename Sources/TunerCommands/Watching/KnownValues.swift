import JSONCore
import TunerAPI

/// The last reported values by key, from which changes are computed if the daemon sends only values.
struct KnownValues {
    private struct Value {
        var value: JSON?
        /// The evaluation, if the key is a flag.
        var evaluation: WatchedChange.Evaluation?

        /// Returns whether a change has this value and this variant.
        func isSame(as change: WatchedChange) -> Bool {
            value == change.change.value && evaluation?.variant == change.evaluation?.variant
        }
    }

    private var values: [String: Value] = [:]

    /// Stores the news, and returns the changes to report.
    mutating func apply(_ news: WatchUpdate) -> [WatchedChange] {
        let changes = news.isComplete ? differences(news) : news.changes
        for change in changes {
            let value = Value(value: change.change.value, evaluation: change.evaluation)
            values[change.change.key] = value.value == nil ? nil : value
        }
        return news.isSilent ? [] : changes
    }

    /// Returns the differences from the last reported values; a key that was not reported counts as new.
    private func differences(_ news: WatchUpdate) -> [WatchedChange] {
        var gone = values
        var changes: [WatchedChange] = []
        for var change in news.changes {
            let old = gone.removeValue(forKey: change.change.key) ?? Value()
            guard !old.isSame(as: change) else { continue }
            change.change.old = old.value
            changes.append(change)
        }
        for (key, old) in gone.sorted(by: { $0.key < $1.key }) {
            var change = WatchedChange(change: ChangeRecord(key, nil, old: old.value), revision: news.revision)
            change.evaluation = old.evaluation.map { _ in WatchedChange.Evaluation(variant: nil, reason: "ERROR") }
            changes.append(change)
        }
        return changes
    }
}
