import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// `tunerctl record`, the real program.
@Suite(.blocking) struct RecordCommandTests {
    private let session: RecordedSession
    private var installation: Installation { session.installation }

    init() throws { session = try RecordedSession() }

    @Test func `a session has a line for each commit, and the values at the start`() throws {
        try session.make()
        let recorded = try session.recording()
        #expect(recorded.start.values == ["size": 1, "name": "start", "gone": 1])
        #expect(recorded.commits.map { $0.changes.map(\.key).sorted() } == RecordedSession.boundaries)
        #expect(recorded.commits.map(\.revision) == [3, 4, 6, 7, 8])
        #expect(recorded.commits.map(\.after) == recorded.commits.map(\.after).sorted())
        #expect(try session.commits(after: 2) == RecordedSession.boundaries)
    }

    @Test func `a killed recorder leaves whole lines`() throws {
        let recorder = try session.record()
        _ = try installation.run("set", "size", "2")
        try installation.expect("session", toHold: #""value":2"#)
        try recorder.crash()
        let whole = try session.recording()
        #expect(whole.commits.count == 1 && !whole.isCut)
    }

    @Test func `overrides of flags are recorded, also those that change no value`() throws {
        for name in ["beta", "old"] { _ = try installation.run("flag", "create", name, "--bool") }
        _ = try installation.run("flag", "on", "old")
        let recorder = try session.record()
        // `beta` is off already: no value changes.
        _ = try installation.run("flag", "off", "beta")
        try installation.expect("session", toHold: #""key":"beta","variant":"off""#)
        _ = try installation.run("flag", "on", "beta")
        _ = try installation.run("flag", "reset", "old")
        _ = try installation.run("flag", "create", "late", "--bool")
        try installation.expect("session", toHold: #"[{"key":"old"}]"#)
        try recorder.send(2)
        let result = try recorder.wait()
        #expect(result.code == 0, "\(result)")
        #expect(result.errors.contains("leaves out definitions of flags"), "\(result.errors)")
        let recorded = try session.recording()
        #expect(recorded.start.overrides == ["old": .variant("on")])
        #expect(recorded.commits.map { $0.overrides.map(\.key) } == [["beta"], ["beta"], ["old"]])
        #expect(recorded.commits.map { $0.overrides.map(\.override) } == [[.variant("off")], [.variant("on")], [nil]])
    }

    @Test func `after a change of the state, the recording has the difference of the overrides`() throws {
        _ = try installation.run("flag", "create", "beta", "--bool")
        _ = try installation.run("flag", "on", "beta")
        let recorder = try session.record()
        _ = try installation.run("stop")
        _ = try recorder.errors { $0.contains("waiting for it") }
        _ = try installation.shell("rm -r '\(installation.state)'")
        _ = try installation.run("start")
        try installation.expect("session", toHold: #"[{"key":"beta"}],"merged":true"#)
        try recorder.send(2)
        #expect(try recorder.wait().code == 1)
    }

    @Test func `a program in a world cannot record`() throws {
        try Transcript(
            """
            $ tunerctl with a=1 -- tunerctl record file
            tunerctl: record needs the shared values, but TUNER_WORLD names a world; unset it; see tunerctl help record
            [2]

            """
        ).check(in: installation)
    }

    @Test func `a recording continues after a restart of the daemon, with all commits`() throws {
        let recorder = try session.record()
        _ = try installation.run("set", "size", "2")
        try installation.expect("session", toHold: #""value":2"#)
        _ = try installation.run("stop")
        _ = try recorder.errors { $0.contains("waiting for it") }
        _ = try installation.run("start")
        for size in 3...5 { _ = try installation.run("set", "size", "\(size)") }
        try installation.expect("session", toHold: #""value":5"#)
        try recorder.send(15)
        #expect(try recorder.wait().code == 0)
        #expect(try session.recording().commits.map { $0.changes.map(\.value) } == [[2], [3], [4], [5]])
    }

    @Test func `a history that is too short is noted, and the values are right`() throws {
        _ = try installation.run("stop")
        _ = try installation.run("start", "--", "--history", "2")
        let recorder = try session.record()
        try recorder.send(19)
        for size in 2...9 { _ = try installation.run("set", "size", "\(size)") }
        try recorder.send(18)
        try installation.expect("session", toHold: #""value":9"#)
        try recorder.send(2)
        let result = try recorder.wait()
        #expect(result.code == 1, "\(result)")
        #expect(result.errors.contains("the history does not have all changes after revision 2"), "\(result)")
        let commits = try session.recording().commits
        #expect(commits.contains { $0.isMerged })
        #expect(commits.last?.changes.last?.value == 9)
    }

    @Test func `a pipe without a reader is refused`() throws {
        let pipe = installation.file("pipe")
        _ = try installation.shell("mkfifo '\(pipe)'")
        let result = try installation.run("record", "--force", pipe, "--for", "10ms")
        #expect(result.code == 1)
        #expect(result.errors.contains("pipe"), "\(result)")
    }

    @Test func `the time of --for ends a recording, and an existing file is kept`() throws {
        let result = try installation.run("record", session.path, "--for", "10ms")
        #expect(result.code == 0)
        #expect(try session.recording().commits.isEmpty)
        let again = try installation.run("record", session.path, "--for", "10ms")
        #expect(again.code == 2)
        #expect(again.errors.contains("session exists; to replace it, add --force"), "\(again)")
        _ = try installation.run("set", "size", "8")
        #expect(try installation.run("record", session.path, "--for", "10ms", "--force").code == 0)
        #expect(try session.recording().start.values["size"] == 8)
    }
}
