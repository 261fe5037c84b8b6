import ClientCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// The tunables that a program declares after the connection is complete.
///
/// The daemon adds their keys to the subscription, so that they cost the same in a program with many tunables.
extension DaemonLoop {
    /// Whether the keys of late tunables can be added to the subscription.
    var canExtend: Bool {
        following.isComplete && !following.cannotExtend && tunables.isExtensible
            && store.count <= JSONSizeBound.maxSubscribedKeys
    }

    /// Declares new tunables, and adds their keys to the subscription; returns false if that is not possible.
    func followLateTunables() -> Bool {
        guard canExtend, !hasMoved, let entries = store.tunables(from: following.declaredCount) else { return false }
        following.declaredCount += entries.count
        following.lateKeys += entries.filter(\.isSubscribable).map(\.subject.key)
        declare(entries.compactMap { entry in entry.spec.map { (entry.subject, $0) } })
        extendSubscription()
        return true
    }

    /// Adds the keys of late tunables after all responses have arrived.
    ///
    /// The daemon adds no keys for a connection whose declarations are not on its disk yet.
    func extendSubscription() {
        guard following.missing == 0, !following.lateKeys.isEmpty else { return }
        let keys = following.lateKeys
        following.lateKeys = []
        let handle = expect(SubscribeResult.self) { [unowned self] failure in
            if case .refused(let error) = failure, error.data["parameter"] == "extends" {
                following.cannotExtend = true
            }
            followTunables(tunables.parameters.keys ?? keys)
        } handle: { [unowned self] result in
            let values = Dictionary(
                (result.values?.entries ?? []).map { ($0.name, $0.value) },
                uniquingKeysWith: { $1 }
            )
            receivedValues += keys.map { (.tunable($0), values[$0]) }
            receivedRevision = result.revision
        }
        tunables.extend(by: keys, on: link, handle)
    }
}
