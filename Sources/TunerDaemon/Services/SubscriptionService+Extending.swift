import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

extension SubscriptionService {
    /// Adds keys to a subscription, at a cost that does not grow with its other keys.
    ///
    /// The response has the committed values of the new keys. So each later notification has only newer ones, but a
    /// caller with a pending write would not see that write: it receives an error.
    func extend(
        _ name: String,
        _ parameters: SubscribeParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<SubscribeResult> {
        let subscription = try caller.session.tunableSubscription(name, parameter: "extends")
        let keys = try addedKeys(parameters)
        let view = try states.view(for: caller)
        guard !caller.peer.isWithheld, subscription.lag == nil, publisher.canExtend(subscription) else {
            let sentence = "\(name) cannot have more keys now: changes wait for it; subscribe to all keys"
            throw RPCError(ErrorKind.busy, sentence)
        }
        let others = keys.filter { !subscription.interest.keys.contains($0) }
        try checkCount(subscription.interest.keys.count + others.count)
        let added = KeyInterest(keys: Array(others), patterns: [])
        try caller.session.resize(subscription, by: added.memory, quota)
        publisher.extend(subscription, by: others)
        subscription.sentRevision = max(subscription.sentRevision, view.state.revision)
        var result = SubscribeResult()
        (result.subscription, result.epoch) = (name, view.state.epoch)
        result.revision = view.state.revision
        let state = view.state
        let secrets = SecretNames(state.secretKeys) { state.isDeclaredSecret($0) && keys.contains(Key(known: $0)) }
        let values = WatchedValues(KeyInterest(keys: Array(keys), patterns: []), in: view)
        return StreamedRecord(result, long: ["values": values, "secrets": secrets])
    }

    private func addedKeys(_ parameters: SubscribeParameters) throws(RPCError) -> Set<Key> {
        guard let names = parameters.keys else { throw RPCError(parameter: "keys", "keys must list the keys to add") }
        guard parameters.match == nil, parameters.since == nil, parameters.minInterval == nil, parameters.isInitial,
            parameters.reports == nil
        else { throw RPCError(parameter: "extends", "extends allows no other parameter than keys") }
        return Set(try names.map { (text) throws(RPCError) in try Key(parameter: "keys", text) })
    }

    private func checkCount(_ count: Int) throws(RPCError) {
        guard count > JSONSizeBound.maxSubscribedKeys else { return }
        throw RPCError(
            limit: "subscribedKeys",
            JSONSizeBound.maxSubscribedKeys,
            "a subscription may have at most \(JSONSizeBound.maxSubscribedKeys) keys"
        )
    }
}
