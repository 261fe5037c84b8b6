import Synchronization

/// Lets a limited number of tests run at once, in the order of their requests.
final class TestSlots: Sendable {
    /// More than two processors need: most of these tests wait for a program most of the time.
    static let shared = TestSlots(count: 4)

    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    private init(count: Int) { state = Mutex(State(free: count)) }

    /// Waits for a slot.
    func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives a slot back, to the test that has waited longest.
    func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
