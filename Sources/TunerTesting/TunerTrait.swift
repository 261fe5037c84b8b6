// A release is linked statically and builds this target too, where the testing library is missing.
#if canImport(Testing)
public import Testing
import TunerClient

/// A trait that gives each test case its own daemon, and a connected `Tuner.shared`.
///
/// The daemon starts without any values, and ends with the test case, even if the test case ends the process. If the daemon
/// ends earlier, the test case fails with the daemon's log. The program `tunerd` is found by the variable
/// `TUNERD`, then beside the tests, then in `PATH`.
///
/// In the test case, `Tuner.shared`, new `TunerOptions`, and every declaration without a tuner use the private daemon. So
/// do a `static let` and a global object, which each test case uses with other values. `TunerOptions().socket` is the
/// path of the socket, for a program that the test starts.
///
/// A detached task, a thread or a queue does not know its test. There, a declaration that the test has created uses the
/// private daemon, but not `Tuner.shared`. No test of such a process uses the developer's daemon: outside of a test case
/// with the trait, each write throws `TunerError.outsideTest`, and values are the defaults. To use another daemon, set
/// `TunerOptions.socket`, or run the tests in a world of `tunerctl with`.
///
/// ```swift
/// import Testing
/// import TunerClient
/// import TunerTesting
///
/// @Test(.tuner) func `a radius is stored`() async throws {
///     let radius = Tunable("ui.cornerRadius", default: 12.0, in: 0...40)
///     try await radius.set(18)
///     #expect(try await Tuner.shared.value(of: "ui.cornerRadius") == 18.0)
/// }
/// ```
public struct TunerTrait: TestTrait, SuiteTrait, TestScoping {
    /// Creates the trait, before the first test of the process runs: the testing library first collects all tests.
    init() { Tuner.usePrivateDaemons() }

    /// Whether a suite passes the trait to its tests, which is always so.
    public var isRecursive: Bool { true }

    /// Returns this trait for a test case, and nil for a test or a suite as a whole.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { testCase == nil ? nil : self }

    /// Starts the daemon, runs the test case, and ends the daemon.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await PrivateDaemon.run { try await function() }
    }
}

extension Trait where Self == TunerTrait {
    /// A separate daemon for each test case: `@Test(.tuner) func …`.
    public static var tuner: Self { Self() }
}
#endif
