import JSONCore
import TunerAPI

/// What was handed out last, by key: so that what has changed can be found where the daemon does not say it.
struct KnownValues {
    private struct Value {
        var value: JSON?
        /// What the value is of a flag.
        var evaluation: WatchedChange.Evaluation?

        /// Whether a change leaves this.
        func isSame(as change: WatchedChange) -> Bool {
            value == change.change.value && evaluation?.variant == change.evaluation?.variant
        }
    }

    private var values: [String: Value] = [:]

    /// Notes news, and returns the changes that they are.
    mutating func take(_ news: WatchedNews) -> [WatchedChange] {
        let changes = news.isComplete ? differences(news) : news.changes
        for change in changes {
            let value = Value(value: change.change.value, evaluation: change.evaluation)
            values[change.change.key] = value.value == nil ? nil : value
        }
        return news.isSilent ? [] : changes
    }

    /// What is otherwise than it was handed out last; of keys that were not handed out, each value.
    private func differences(_ news: WatchedNews) -> [WatchedChange] {
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
