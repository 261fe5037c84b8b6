import Synchronization
import TunerClient

/// Values that callbacks have received, and the operation that waits for one of them.
final class Collector: Sendable {
    private struct State {
        var values: [TunerValue] = []
        var returned = 0
        var waiting: CheckedContinuation<Void, Never>?
        var observation: ChangeObservation?
    }

    private let state = Mutex(State())

    /// All values so far.
    var values: [TunerValue] { state.withLock(\.values) }

    /// The observation whose values this object collects.
    var observation: ChangeObservation? {
        get { state.withLock(\.observation) }
        set { state.withLock { $0.observation = newValue } }
    }

    func append(_ value: TunerValue) {
        let waiting = state.withLock { state in
            state.values.append(value)
            return state.waiting.take()
        }
        waiting?.resume()
    }

    /// Waits until the newest value is `value`.
    func waitForNewest(_ value: TunerValue) async {
        while let count = state.withLock({ $0.values.last?.isEqual(to: value) == true ? nil : $0.values.count }) {
            await waitForMore(than: count)
        }
    }

    /// Waits for the first value that this function has not returned, and returns it.
    func next() async -> TunerValue {
        while true {
            let (value, count) = state.withLock { state -> (TunerValue?, Int) in
                guard state.returned < state.values.count else { return (nil, state.values.count) }
                state.returned += 1
                return (state.values[state.returned - 1], 0)
            }
            if let value { return value }
            await waitForMore(than: count)
        }
    }

    private func waitForMore(than count: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard state.values.count == count else { return true }
                state.waiting = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
