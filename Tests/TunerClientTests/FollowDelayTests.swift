import Testing

@testable import TunerClient

/// Tests of the time for which a tuner collects declarations before it subscribes again.
@Suite struct FollowDelayTests {
    @Test(arguments: [(0, 2), (1, 2), (200, 2), (300, 3), (5_000, 50), (100_000, 1_000)])
    func `the delay before a new subscription grows with the number of tunables`(tunables: Int, milliseconds: Int) {
        #expect(DaemonLoop.followDelay(for: tunables) == .milliseconds(milliseconds))
    }
}
