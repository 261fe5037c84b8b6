/// Lets a test wait for a condition that other threads change.
final class ChangeSignal: Sendable {
    private let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Lets the test check its condition again.
    func send() { continuation.yield() }

    /// Waits until a condition holds, or the time limit cancels the test.
    func wait(until condition: () -> Bool) async {
        guard !condition() else { return }
        for await _ in changes where condition() { return }
    }
}
