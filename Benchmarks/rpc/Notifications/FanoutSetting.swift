/// One row of the table of notifications.
struct FanoutSetting {
    /// The number of connections that subscribe.
    let connections: Int
    /// The number of subscriptions of each connection; all match the changed key.
    let subscriptions: Int
    /// The number of changes in flight.
    let depth: Int
    /// Whether a delivery of Redis has as many bytes as ours; otherwise its message has 8 bytes.
    let isAsLong: Bool
    /// The number of subscriptions of other keys, in connections with a hundred each.
    let others: Int

    /// The name for `--only`.
    var name: String {
        "fanout/\(connections)" + (subscriptions > 1 ? "*\(subscriptions)" : "") + (depth > 1 ? "x\(depth)" : "")
            + (isAsLong ? "-long" : "") + (others > 0 ? "-others" : "")
    }

    var title: String {
        let subscribers = "\(connections) subscribers"
        let subscriptions = subscriptions > 1 ? " with \(subscriptions) subscriptions each" : ""
        let others = others > 0 ? ", \(others) subscriptions of other keys" : ""
        let flight = depth > 1 ? ", \(depth) in flight" : ", one change at a time"
        return subscribers + subscriptions + others + flight
    }

    /// Returns whether a word of `--only` selects the row.
    func isMeant(by word: String) -> Bool { word == "notifications" || word == name }

    static let all: [FanoutSetting] = [
        FanoutSetting(connections: 100, subscriptions: 1, depth: 1, isAsLong: false, others: 0),
        FanoutSetting(connections: 100, subscriptions: 1, depth: 16, isAsLong: false, others: 0),
        FanoutSetting(connections: 100, subscriptions: 1, depth: 1, isAsLong: true, others: 0),
        FanoutSetting(connections: 100, subscriptions: 1, depth: 16, isAsLong: true, others: 0),
        FanoutSetting(connections: 100, subscriptions: 1, depth: 1, isAsLong: false, others: 10_000),
        FanoutSetting(connections: 100, subscriptions: 1, depth: 16, isAsLong: false, others: 10_000),
        FanoutSetting(connections: 1_000, subscriptions: 10, depth: 1, isAsLong: false, others: 0),
        FanoutSetting(connections: 1_000, subscriptions: 10, depth: 1, isAsLong: true, others: 0),
    ]
}
