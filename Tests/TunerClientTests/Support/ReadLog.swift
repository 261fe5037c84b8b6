import Observation
import Synchronization
import TunerClient

/// The values that a program reads after each notification of a change.
final class ReadLog<Value: Codable & Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    private let tunable: Tunable<Value>
    private let changes = ChangeSignal()

    init(_ tunable: Tunable<Value>) {
        self.tunable = tunable
        track()
    }

    var all: [Value] { values.withLock(\.self) }

    /// Waits until the log satisfies a condition.
    func wait(until isEnough: ([Value]) -> Bool) async throws {
        await changes.wait { isEnough(all) }
        guard isEnough(all) else { throw Late(description: "only \(all)") }
    }

    private func track() {
        withObservationTracking {
            _ = tunable.value
        } onChange: { [self] in
            values.withLock { $0.append(tunable.unobserved) }
            changes.send()
            track()
        }
    }
}
