import Synchronization
import TunerClient

/// The faults that a tuner has reported.
final class Faults: Sendable {
    private let found = Mutex<[TunerFault]>([])
    private let changes = ChangeSignal()

    var all: [TunerFault] { found.withLock { $0 } }

    /// Waits until the tuner has reported `count` faults.
    func wait(for count: Int) async throws {
        await changes.wait { all.count >= count }
        guard all.count >= count else { throw Late(description: "only \(all)") }
    }

    /// Returns options for a tuner that reports its faults here.
    func options(socket: String, valuesFile: String? = nil) -> TunerOptions {
        var options = TunerOptions(name: "test-program", socket: socket, valuesFile: valuesFile)
        options.faultHandler = { [self] fault in
            found.withLock { $0.append(fault) }
            changes.send()
        }
        return options
    }
}
