import TunerAPI

extension DaemonConnection {
    /// Returns the subscriptions to one of some keys, or all if `keys` is nil, in as many calls as necessary.
    ///
    /// The states are about `revision`, or about the last revision.
    func subscribers(of keys: [String]?, through revision: Int64? = nil) throws(Failure) -> [SubscriberRecord] {
        var parameters = SubscribersParameters()
        (parameters.keys, parameters.revision) = (keys, revision)
        var subscribers: [SubscriberRecord] = []
        while true {
            let result = try call(API.Tunables.subscribers, parameters).result
            subscribers += result.subscribers
            guard let next = result.next else { return subscribers }
            parameters.after = next
        }
    }
    /// The largest number of keys in one call.
    private static let maxKeys = 1_024

    /// Returns the subscriptions to the keys that one of some patterns matches, or all without a pattern.
    func subscribers(ofKeysMatching patterns: [String]) throws(Failure) -> [SubscriberRecord] {
        guard !patterns.isEmpty else { return try subscribers(of: nil) }
        var keys = patterns.filter { !$0.contains("*") }
        let wide = patterns.filter { $0.contains("*") }
        if !wide.isEmpty {
            var parameters = ListParameters()
            parameters.match = PatternList(wide)
            let named = Set(keys)
            keys += try call(API.Tunables.list, parameters).result.tunables.map(\.key).filter { !named.contains($0) }
        }
        var merged = MergedSubscribers()
        for first in stride(from: 0, to: keys.count, by: DaemonConnection.maxKeys) {
            let part = keys[first..<min(first + DaemonConnection.maxKeys, keys.count)]
            for subscriber in try subscribers(of: Array(part)) { merged.add(subscriber) }
        }
        return merged.subscribers
    }
}
