import Synchronization
import TunerClient

/// What a tuner has reported.
final class Faults: Sendable {
    private let found = Mutex<[TunerFault]>([])

    var all: [TunerFault] { found.withLock { $0 } }

    /// Options for a tuner that reports here.
    func options(socket: String, valuesFile: String? = nil) -> TunerOptions {
        var options = TunerOptions(name: "test-program", socket: socket, valuesFile: valuesFile)
        options.faultHandler = { [self] fault in found.withLock { $0.append(fault) } }
        return options
    }
}
