import TunerAPI

/// Changes which layers are active in the daemon, one change after the other.
///
/// A change reads the active layers, and then sets all of them. If two changes overlapped, the second one would undo the
/// first.
final class ActiveLayers {
    /// The result of a change.
    enum Outcome {
        case changed
        /// The layers were active already as the change wants it.
        case unchanged
        /// The reason is the end of a sentence.
        case failed(String)
    }

    private struct Change {
        let names: (_ active: [String]) -> [String]
        let handle: (Outcome) -> Void
    }

    private let daemon: DaemonLayers
    private var changes: [Change] = []
    private var isChanging = false

    init(in daemon: DaemonLayers) { self.daemon = daemon }

    /// Sets the layers that `names` returns for those that are active; `handle` receives the outcome.
    func change(_ names: @escaping (_ active: [String]) -> [String], _ handle: @escaping (Outcome) -> Void) {
        changes.append(Change(names: names, handle: handle))
        beginNext()
    }

    private func beginNext() {
        guard !isChanging, !changes.isEmpty else { return }
        isChanging = true
        let change = changes.removeFirst()
        daemon.list { [unowned self] layers in
            guard let layers else { return end(change, .failed("the connection was lost")) }
            let active = layers.filter(\.isActive).map(\.name)
            let names = change.names(active)
            guard names != active else { return end(change, .unchanged) }
            daemon.activate(names) { [unowned self] fault in end(change, fault.map { .failed($0) } ?? .changed) }
        }
    }

    private func end(_ change: Change, _ outcome: Outcome) {
        isChanging = false
        change.handle(outcome)
        beginNext()
    }
}

@available(*, unavailable)
extension ActiveLayers: Sendable {}
