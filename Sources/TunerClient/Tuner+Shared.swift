import ClientCore
import Synchronization
import SystemCore

extension Tuner {
    /// The facts of this process that select the tuner of `Tuner.shared`.
    private struct Sharing {
        /// The tuner outside of `withShared`; nil before its first use.
        var ofProcess: Tuner?
        /// Whether `withShared` was ever called.
        var isReplaced = false
        /// Whether a test of this process has a private daemon.
        var hasPrivateDaemons = false
    }

    private static let sharing = KernelMutex(Sharing())

    /// The tuner that all tasks share outside of `withShared`.
    static let ofProcess: Tuner = {
        let tuner = Tuner()
        sharing.withLock { sharing in
            sharing.ofProcess = tuner
            if sharing.isReplaced { tuner.store.isReplaceable.store(true, ordering: .relaxed) }
        }
        return tuner
    }()

    /// Records that declarations must look for the tuner of their task.
    private static func noteReplacement(_ tuner: Tuner) {
        tuner.store.isReplaceable.store(true, ordering: .relaxed)
        sharing.withLock { sharing in
            sharing.isReplaced = true
            sharing.ofProcess?.store.isReplaceable.store(true, ordering: .relaxed)
        }
    }

    /// Runs a closure in which `Tuner.shared` is another tuner, for tests.
    ///
    /// The replacement applies to this task and its child tasks. In these tasks, a declaration without a tuner belongs to
    /// the other tuner, even if it was created before: a `static let`, for example. In a detached task, a declaration
    /// belongs to the tuner with which it was created.
    ///
    /// ```swift
    /// await Tuner.withShared(.preview(values: ["ui.cornerRadius": 18])) {
    ///     #expect(Settings().cornerRadius == 18)
    /// }
    /// ```
    public static func withShared<Result>(_ tuner: Tuner, _ body: () throws -> Result) rethrows -> Result {
        noteReplacement(tuner)
        return try $replacement.withValue(tuner) { try body() }
    }

    /// Runs an asynchronous closure in which `Tuner.shared` is another tuner, for tests.
    ///
    /// ```swift
    /// await Tuner.withShared(.preview()) { await tuner.close() }
    /// ```
    nonisolated(nonsending) public static func withShared<Result>(
        _ tuner: Tuner,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        noteReplacement(tuner)
        return try await $replacement.withValue(tuner) { try await body() }
    }

    // MARK: Private daemons of tests

    /// The socket of the private daemon of this test; nil outside of a test with one.
    @TaskLocal static var testSocket: String?

    /// Keeps all tuners of this process from the default socket, except in a test with a private daemon.
    package static func usePrivateDaemons() {
        sharing.withLock { $0.hasPrivateDaemons = true }
    }

    /// Runs a closure in which the private daemon of a test is the default daemon.
    nonisolated(nonsending) package static func withPrivateDaemon<Result>(
        at socket: String,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        usePrivateDaemons()
        return try await $testSocket.withValue(socket) { try await body() }
    }

    /// Returns whether a tuner would use the daemon of the user, though this process tests with private daemons.
    ///
    /// A socket or a world that somebody has named is used on purpose: `tunerctl with` names a world.
    static func mustStayAlone(_ options: TunerOptions) -> Bool {
        guard options.socket == nil, options.world ?? DaemonAddress.world ?? "" == "" else { return false }
        return sharing.withLock(\.hasPrivateDaemons)
    }
}
