import Synchronization
import SystemCore

/// A thread that does one ``FlagsFileLoad``, and then frees what the load replaces.
final class FlagsFileThread: Sendable {
    private let load: Mutex<FlagsFileLoad?>
    private let outcome = Mutex<FlagsFileOutcome?>(nil)

    /// How long the thread waits before it tries again to free what is still in use.
    private static let pause = Duration.seconds(1)

    /// Starts the thread, which signals `wakeup` when there is an outcome.
    init(_ load: FlagsFileLoad, wakeup: Wakeup) throws(SystemError) {
        self.load = Mutex(load)
        let thread = try KernelThread { [self] in
            guard var retired = run(wakeup) else { return }
            while !retired.free() {
                // An error only makes the wait shorter.
                try? Kernel.sleep(for: Self.pause)
            }
        }
        // The end of the process does not wait for a load.
        thread.detach()
    }

    /// Does the load and hands over the outcome; the thread then refers to nothing of it but what it frees.
    private func run(_ wakeup: Wakeup) -> RetiredFlags? {
        guard let load = load.withLock({ $0.take() }) else { return nil }
        let (outcome, retired) = load.run()
        self.outcome.withLock { $0 = outcome }
        wakeup.signal()
        return retired
    }

    /// Removes and returns the outcome; nil while the load is in progress.
    func takeOutcome() -> FlagsFileOutcome? { outcome.withLock { $0.take() } }
}
