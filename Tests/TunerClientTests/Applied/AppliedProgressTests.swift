import SystemCore
import Testing
import TunerAPI

@testable import TunerClient

/// Tests of the decision when a program reports.
@Suite struct AppliedProgressTests {
    private static func time(_ milliseconds: Double) -> MonotonicTime {
        MonotonicTime(nanoseconds: Int64(milliseconds * 1e6))
    }

    private static func unread(_ key: String, _ publication: UInt64) -> AppliedProgress.Unread {
        AppliedProgress.Unread(key: key, publication: publication)
    }

    private typealias Report = AppliedProgress.Report

    @Test func `a revision is reported once all its values are read`() {
        var progress = AppliedProgress()
        #expect(progress.look([], [], at: Self.time(0)) == nil)
        progress.receive(7, at: Self.time(0))
        #expect(progress.look([Self.unread("a", 1)], [], at: Self.time(0)) == nil)
        #expect(progress.nextLook == Self.time(1))
        #expect(progress.look([], [], at: Self.time(1)) == Report(revision: 7, unread: [], refused: []))
        #expect(progress.nextLook == nil)
        #expect(progress.look([], [], at: Self.time(2)) == nil)
    }

    @Test func `an unread value is looked at ever less often, and is reported after a second`() throws {
        var progress = AppliedProgress()
        progress.receive(7, at: Self.time(0))
        var (now, looks) = (Self.time(0), 0)
        var report: Report?
        while report == nil {
            report = progress.look([Self.unread("a", 1)], [], at: now)
            now = try #require(progress.nextLook)
            looks += 1
        }
        #expect(report == Report(revision: 7, unread: ["a"], refused: []))
        #expect((20...60).contains(looks))
        looks = 0
        while now < Self.time(600_000) {
            #expect(progress.look([Self.unread("a", 1)], [], at: now) == nil)
            now = try #require(progress.nextLook)
            looks += 1
        }
        #expect(looks < 100)
        #expect(progress.look([], [], at: now) == Report(revision: 7, unread: [], refused: []))
    }

    @Test func `a value that changes often and is never read does not delay the reports for longer than a second`() {
        var progress = AppliedProgress()
        var reports: [Report] = []
        for frame in 0..<180 {
            let now = Self.time(Double(frame) * 16)
            progress.receive(Int64(frame), at: now)
            if let report = progress.look([Self.unread("a", 1)], [], at: now) { reports.append(report) }
        }
        #expect(reports.first?.revision == 63)
        #expect(reports.allSatisfy { $0.unread == ["a"] })
        // Eight at once, then ten a second for 1.9 s.
        #expect((24...29).contains(reports.count))
    }

    @Test func `a value that was read between two changes is not late`() {
        var progress = AppliedProgress()
        for frame in 0..<180 {
            let now = Self.time(Double(frame) * 16)
            progress.receive(Int64(frame), at: now)
            #expect(progress.look([Self.unread("a", UInt64(frame))], [], at: now) == nil)
        }
    }

    @Test func `reports are limited, and the last one is about the newest revision`() throws {
        var progress = AppliedProgress()
        var reports: [Report] = []
        for revision in 0..<100 {
            progress.receive(Int64(revision), at: Self.time(Double(revision)))
            if let report = progress.look([], [], at: Self.time(Double(revision))) { reports.append(report) }
        }
        #expect(reports.map(\.revision) == Array(0..<8))
        let next = try #require(progress.nextLook)
        #expect(next == Self.time(100))
        #expect(progress.look([], [], at: next)?.revision == 99)
        #expect(progress.nextLook == nil)
    }

    @Test func `a refusal is reported, and so is a revision that the daemon sends again`() {
        var progress = AppliedProgress()
        progress.noteRefusal(at: Self.time(0))
        #expect(progress.nextLook == nil)
        progress.receive(7, at: Self.time(0))
        #expect(progress.look([], [], at: Self.time(0))?.refused == [])
        progress.noteRefusal(at: Self.time(5))
        let refused = [RefusedValueRecord(key: "a", reason: "too hot")]
        #expect(progress.look([], refused, at: Self.time(5)) == Report(revision: 7, unread: [], refused: refused))
        progress.noteRefusal(at: Self.time(6))
        #expect(progress.look([], refused, at: Self.time(6)) == nil)
        progress.receive(7, at: Self.time(7))
        #expect(progress.look([], refused, at: Self.time(7))?.revision == 7)
    }
}
