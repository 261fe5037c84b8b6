import Observation
import Synchronization
import TunerClient

/// The values that a program reads after each notification of a change.
final class ReadLog<Value: Codable & Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let tunable: Tunable<Value>

    init(_ tunable: Tunable<Value>) {
        self.tunable = tunable
        track()
    }

    var all: [Value] { values.withLock(\.self) }

    private func track() {
        withObservationTracking {
            _ = tunable.value
        } onChange: { [self] in
            values.withLock { $0.append(tunable.unobserved) }
            track()
        }
    }
}
