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
}
