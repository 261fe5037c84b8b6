import SystemCore
import Testing

@testable import TunerDaemon

/// Tests of the times of the last publications.
@Suite struct PublicationTimesTests {
    private static func time(_ number: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: number * 10) }

    @Test func `the last 1,024 noted revisions have a time, and others have none`() {
        var times = PublicationTimes()
        #expect(times.time(of: 1) == nil)
        // Each third revision is missing, as for commits before the first subscriber.
        let revisions = (1...4_000).map { Int64($0) }.filter { !$0.isMultiple(of: 3) }
        for (count, revision) in revisions.enumerated() {
            times.note(revision, at: Self.time(revision))
            if count.isMultiple(of: 97) { #expect(times.time(of: revision) == Self.time(revision)) }
        }
        let kept = Set(revisions.suffix(1_024))
        for revision in Int64(0)...4_001 {
            #expect(times.time(of: revision) == (kept.contains(revision) ? Self.time(revision) : nil))
        }
    }
}
