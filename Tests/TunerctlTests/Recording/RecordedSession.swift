import ConsoleCore
import JSONCore
import TestSupport
import Testing

@testable import TunerCommands

/// A daemon with a few values, and a recording of its changes.
struct RecordedSession {
    let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("declare", "size", "--type", "integer", "--default", "1", "--max", "100")
        _ = try installation.run("set", "-q", "name=start", "gone=1")
    }

    /// The file of the recording.
    var path: String { installation.file("session") }

    /// Starts a recording, and waits until it has begun.
    func record(_ arguments: String...) throws -> Program {
        let program = try installation.start(["record", path] + arguments)
        _ = try program.errors { $0.contains("recording ") }
        return program
    }

    /// Reads the recording.
    func recording() throws -> Recording { try Recording(Array(try installation.text(of: "session").utf8)) }

    /// Records a session with commits of several keys, removed keys and flags.
    func make() throws {
        let recorder = try record()
        _ = try installation.run("set", "-q", "size=2", "name=a")
        _ = try installation.run("set", "size", "3")
        _ = try installation.run("flag", "create", "beta", "--bool")
        _ = try installation.run("forget", "gone")
        _ = try installation.run("set", "-q", "new=true")
        _ = try installation.run("reset", "size")
        try recorder.send(2)
        let result = try recorder.wait()
        #expect(result.code == 0, "\(result)")
        #expect(result.errors.hasSuffix("tunerctl: 5 commits recorded\n"), "\(result.errors)")
    }

    /// The keys that each commit of the session has changed.
    static let boundaries = [["name", "size"], ["size"], ["gone"], ["new"], ["size"]]

    /// Returns the keys that each commit after a revision has changed.
    func commits(after revision: Int64) throws -> [[String]] {
        let history = try JSON.parse(try installation.run("history", "50", "--json").output)["commits"]?.elements ?? []
        return history.reversed().compactMap { commit in
            guard case .integer(let number)? = commit["revision"], number > revision else { return nil }
            let keys = (commit["changes"]?.elements ?? []).compactMap { $0["key"]?.text }
            return keys.isEmpty ? nil : keys.sorted()
        }
    }
}
