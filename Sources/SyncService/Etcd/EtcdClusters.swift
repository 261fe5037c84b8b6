import LoopCore
import SyncEngine
import SystemCore
import TransferCore

/// The clusters of etcd that the sources of a configuration use.
final class EtcdClusters {
    private let transfers: Transfers
    private let loop: EventLoop
    private let clock: Clocks
    private var sessions: [EtcdSession] = []
    /// Receives each outcome of a layer.
    var deliver: (String, FetchOutcome) -> Void = { _, _ in }

    init(_ transfers: Transfers, on loop: EventLoop, clock: Clocks) {
        (self.transfers, self.loop, self.clock) = (transfers, loop, clock)
    }

    /// Follows the sources that are in etcd; a cluster that stays keeps its stream if its sources stay.
    func configure(_ sources: [SyncSource]) {
        var groups: [(identity: EtcdCluster.Identity, sources: [SyncSource])] = []
        for source in sources {
            guard let identity = EtcdCluster.Identity(source) else { continue }
            if let index = groups.firstIndex(where: { $0.identity == identity }) {
                groups[index].sources.append(source)
            } else {
                groups.append((identity, [source]))
            }
        }
        for session in sessions where !groups.contains(where: { $0.identity == session.identity }) { session.close() }
        sessions = groups.map { group in
            if let session = sessions.first(where: { $0.identity == group.identity }) {
                session.configure(group.sources)
                return session
            }
            let session = EtcdSession(group.identity, group.sources, transfers, on: loop, clock: clock) {
                [unowned self] in deliver($0, $1)
            }
            session.start()
            return session
        }
    }

    /// Loads a layer now.
    func load(_ layer: String) { for session in sessions { session.load(layer) } }

    /// Begins again where a password was refused that has changed since.
    func recheckPasswords() { for session in sessions { session.recheckPassword() } }

    func close() {
        for session in sessions { session.close() }
        sessions = []
    }
}
