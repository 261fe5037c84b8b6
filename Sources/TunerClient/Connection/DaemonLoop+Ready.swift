import ClientCore
import SystemCore

/// The calls that wait until all declarations have values.
extension DaemonLoop {
    /// Whether the daemon has responded to all that the program has declared.
    private var isReady: Bool {
        following.isComplete && following.missing == 0 && following.undeclared.isEmpty
            && following.declaredCount == store.count
    }

    /// Ends the waits that are over.
    func endWaits(at now: MonotonicTime) {
        guard !waits.isEmpty else { return }
        if isReady {
            let refusal = following.refusals.first ?? refusedContexts.all.first
            let error = store.declarationError ?? refusal.map { .refused($0) }
            return endWaits(with: error.map { .failure($0) } ?? .success(()))
        }
        for wait in waits where wait.deadline <= now {
            let silence = isAccepted ? "it accepts connections, but does not respond" : nil
            let reason = link.isReady ? "it has not sent all values" : lastReason ?? passingReason ?? silence
            wait.finish(.failure(.notReady(socket: settings.address.path, timeout: wait.timeout, reason: reason)))
        }
        waits.removeAll { $0.deadline <= now }
    }

    /// Ends all waits with one result.
    func endWaits(with result: Result<Void, TunerError>) {
        let ended = waits
        waits = []
        for wait in ended { wait.finish(result) }
    }
}
