// A release is linked statically and builds this target too, where the testing library is not at hand.
#if canImport(Testing)
import SystemCore
package import Testing

/// Runs each test of a suite on its own thread, where it may block.
///
/// Swift concurrency has one thread for each processor. A test that waits for another program would keep one of them, and
/// leave a processor idle.
package struct BlockingTrait: SuiteTrait, TestTrait, TestScoping {
    /// Limits how many tests run at once.
    let slots: TestSlots?

    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        // Everything happens on the test's own thread: a test must not wait for one of the few threads of Swift concurrency
        // while it has a slot.
        try await withTaskExecutorPreference(ThreadExecutor.shared) {
            await slots?.acquire()
            let begin = Kernel.monotonicTime()
            defer {
                // The time that Swift Testing prints includes the wait for a slot.
                let time = Kernel.monotonicTime() - begin
                if time > .seconds(10) {
                    print("slow: \(time.components.seconds) s in \(test.displayName ?? test.name)")
                }
                slots?.release()
            }
            try await function()
        }
    }
}

extension Trait where Self == BlockingTrait {
    /// A separate thread for each test, of which four run at once.
    package static var blocking: Self { Self(slots: .shared) }

    /// A separate thread for each test of a suite that is serialized.
    ///
    /// Such a test waits for no other suite: its time limit would count that.
    package static var blockingInTurn: Self { Self(slots: nil) }
}
#endif
