import Synchronization
import TunerClient

/// What a tuner has reported.
final class Faults: Sendable {
    private let found = Mutex<[TunerFault]>([])
    private let changes = ChangeSignal()

    var all: [TunerFault] { found.withLock { $0 } }

    /// Waits until so many are reported.
    func wait(for count: Int) async throws {
        await changes.wait { all.count >= count }
        guard all.count >= count else { throw Late(description: "only \(all)") }
    }

    /// Options for a tuner that reports here.
    func options(socket: String, valuesFile: String? = nil) -> TunerOptions {
        var options = TunerOptions(name: "test-program", socket: socket, valuesFile: valuesFile)
        options.faultHandler = { [self] fault in
            found.withLock { $0.append(fault) }
            changes.send()
        }
        return options
    }
}
