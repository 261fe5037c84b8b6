import BlockingTests
import ConsoleCore
import JSONCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import TunerCommands

/// `tunerctl doctor` with and without a daemon.
@Suite(.blocking) struct DoctorTests {
    /// Returns the exit code, and the level, the text and the remedy of each finding by subject.
    private static func findings(
        _ installation: Installation
    ) throws -> (code: Int32?, bySubject: [String: JSON], subjects: [String]) {
        let result = try installation.run("--json", "doctor")
        guard case .array(let findings)? = try JSON.parse(result.output)["findings"] else { return (nil, [:], []) }
        let named = findings.compactMap { finding in Self.text(finding["subject"]).map { ($0, finding) } }
        #expect(try JSON.parse(result.output)["ok"] == .boolean(result.code == 0))
        return (result.code, Dictionary(named) { first, _ in first }, named.map(\.0))
    }

    private static func text(_ value: JSON?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    @Test func `a daemon in order has no fault`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let (code, findings, subjects) = try Self.findings(installation)
        #expect(code == 0)
        #expect(
            subjects == [
                "path", "directory", "socket", "daemon", "version", "clock", "storage", "state", "disk", "durability",
                "kill switch", "layers", "clients",
            ]
        )
        // The machine of the test may have little free space.
        for subject in subjects where subject != "disk" { #expect(findings[subject]?["level"] == "ok", "\(subject)") }
        #expect(findings["path"]?["text"] == .string("\(installation.socket), from $TUNER_SOCKET"))
    }

    @Test(arguments: [
        ("XDG_RUNTIME_DIR=run", "$XDG_RUNTIME_DIR is run, which is not an absolute path"),
        ("XDG_RUNTIME_DIR=", "neither $TUNER_SOCKET nor $XDG_RUNTIME_DIR is set"),
    ])
    func `it explains why the socket has the default path`(variable: String, reason: String) throws {
        let installation = try Installation(.daemon)
        let result = try installation.shell("env -u TUNER_SOCKET \(variable) tunerctl doctor")
        let line = "ok     path         /tmp/tuner-\(Kernel.userID)/tunerd.sock, from the default, because \(reason)\n"
        #expect(result.output.hasPrefix(line), "\(result.output)")
    }

    @Test func `without a daemon it says that there is no socket, and how to start a daemon`() throws {
        let installation = try Installation(.daemon)
        let result = try installation.run("doctor")
        #expect(result.code == 1)
        #expect(
            result.output.hasSuffix(
                """
                fault  daemon       no daemon runs: there is no socket at \(installation.socket)
                                    to do: tunerctl start

                """
            ),
            "\(result.output)"
        )
    }

    @Test func `in a world that has ended it says how to leave the world`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        try Transcript(
            """
            $ TUNER_WORLD=abc tunerctl doctor | tail -n 2
            fault  world        there is no world abc; it has ended, or never existed
                                to do: unset TUNER_WORLD, or list the worlds: TUNER_WORLD= tunerctl worlds

            """
        ).check(in: installation)
    }

    @Test func `a socket without a listener is named as left behind`() throws {
        let installation = try Installation(.daemon)
        _ = try Kernel.listen(at: try UnixAddress(installation.socket), mode: 0o600)
        let (code, findings, _) = try Self.findings(installation)
        #expect(code == 1)
        #expect(findings["socket"]?["level"] == "ok")
        #expect(findings["daemon"]?["level"] == "fault")
        #expect(Self.text(findings["daemon"]?["text"])?.contains("that a daemon left behind") == true)
        #expect(findings["daemon"]?["remedy"] == "tunerctl start (it replaces the socket)")
    }

    @Test func `a directory that others can write to is a fault`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        let directory = Path.directory(of: installation.socket)
        try Kernel.setMode(directory, 0o777)
        let (code, findings, _) = try Self.findings(installation)
        #expect(code == 1)
        #expect(findings["directory"]?["level"] == "fault")
        #expect(findings["directory"]?["remedy"] == .string("chmod go-w \(directory)"))
        #expect(findings["daemon"]?["level"] == "fault")
        try Kernel.setMode(directory, 0o700)
        #expect(try Self.findings(installation).code == 0)
    }

    @Test func `a file in place of the socket is a fault`() throws {
        let installation = try Installation(.daemon)
        _ = try Kernel.open(installation.socket, [.write, .create])
        let (code, findings, _) = try Self.findings(installation)
        #expect(code == 1)
        #expect(findings["socket"]?["level"] == "fault")
        #expect(findings["socket"]?["text"] == .string("\(installation.socket) is a file instead of a socket"))
        #expect(findings["daemon"]?["text"] == .string("no daemon runs: \(installation.socket) is not a socket"))
    }

    @Test func `the kill switch is a note, with its patterns`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("call", "flags.killSwitch", #"{"on":true,"match":["ui.*"],"reason":"test"}"#)
        let (code, findings, _) = try Self.findings(installation)
        #expect(code == 0)
        #expect(findings["kill switch"]?["level"] == "note")
        #expect(findings["kill switch"]?["text"] == "on for ui.* (manual, reason: test)")
    }

    @Test func `a refused layer is a fault, with the reason`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("call", "layers.put", #"{"name":"team","values":{"a":1}}"#)
        let schema = #"{"type":"object","properties":{"a":{"type":"number"}}}"#
        _ = try installation.run("call", "layers.put", #"{"name":"team","values":{"a":"x"},"schema":\#(schema)}"#)
        let (code, findings, _) = try Self.findings(installation)
        #expect(code == 1)
        #expect(findings["layer"]?["level"] == "fault")
        let text = Self.text(findings["layer"]?["text"]) ?? ""
        #expect(text.hasPrefix("team: 1 refused update, the last one at "), "\(text)")
    }

    @Test func `a fault that a program reported is printed with its program`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        // The connection of the shell stays open while doctor runs.
        let program = try installation.start("stdio")
        let fault = #"{"key":"speed","message":"the program needs a number, got a string"}"#
        try program.write(
            #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"client":"game"}}"# + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"server.report","params":{"faults":[\#(fault)]}}"# + "\n"
        )
        _ = try program.output { $0.contains(#""id":2"#) }
        let (code, findings, _) = try Self.findings(installation)
        #expect(code == 1)
        let text = Self.text(findings["program"]?["text"]) ?? ""
        #expect(text.hasPrefix("game["), "\(text)")
        #expect(text.hasSuffix("]: speed: the program needs a number, got a string"), "\(text)")
        #expect(findings["program"]?["remedy"] == "correct speed in the program; no other program has declared it")
        // Only a key that exists can be described.
        _ = try installation.run("set", "speed", "fast")
        #expect(try Self.findings(installation).bySubject["program"]?["remedy"] == "tunerctl describe speed")
    }

    @Test func `a program is printed with its declarations and the refused keys`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("declare", "n", "--type", "string", "--default", "many")
        let program = try installation.start("stdio")
        let specs = #"{"a":{"type":"number","default":1},"b":{"type":"number","default":2}}"#
        try program.write(
            #"{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"client":"game","version":"2"}}"# + "\n"
                + #"{"jsonrpc":"2.0","id":2,"method":"tunables.declare","params":{"specs":\#(specs)}}"# + "\n"
                + #"{"jsonrpc":"2.0","id":3,"method":"flags.declare","params":{"flags":{"ui.dark":{"type":"boolean","default":false}}}}"#
                + "\n"
                + #"{"jsonrpc":"2.0","id":4,"method":"tunables.declare","params":{"key":"n","spec":{"type":"number"}}}"#
                + "\n"
        )
        _ = try program.output { $0.contains(#""id":4"#) }
        let printed = try installation.run("doctor")
        #expect(printed.code == 1)
        let lines = printed.output.split(separator: "\n").drop { !$0.hasPrefix("ok     program") }
        #expect(lines.first?.hasPrefix("ok     program      game[") == true, "\(printed.output)")
        #expect(lines.first?.hasSuffix("], version 2: 3 declarations: a, b, ui.dark") == true, "\(printed.output)")
        #expect(lines.dropFirst().first?.hasSuffix("]: n: the declaration was refused") == true, "\(printed.output)")
        let remedy = "compare the program with the present declaration: tunerctl describe n"
        #expect(lines.last == "                    to do: \(remedy)", "\(printed.output)")
        try program.write(
            #"{"jsonrpc":"2.0","id":5,"method":"tunables.declare","params":{"key":"n","spec":{"type":"number"},"replace":true}}"#
                + "\n"
        )
        _ = try program.output { $0.contains(#""id":5"#) }
        let (code, findings, _) = try Self.findings(installation)
        #expect(code == 0)
        #expect(
            Self.text(findings["program"]?["text"])?.hasSuffix("], version 2: 4 declarations: a, b, ui.dark, n") == true
        )
    }

    @Test func `a disk that takes no writes and an invalid flags file are faults`() throws {
        var info = ServerInfo()
        info.durability = "sync"
        info.storage.isOK = false
        info.storage.error = "write failed: No space left on device (ENOSPC)"
        var file = FlagsFileRecord()
        file.path = "/flags.json"
        file.isOK = false
        file.error = "line 1"
        info.flagsFile = file
        let faults = DaemonCheck(info, []).findings.filter { $0.level == .fault }
        #expect(faults.map(\.subject) == ["storage", "flags file"])
        #expect(faults.first?.text == "changes are refused: write failed: No space left on device (ENOSPC)")
        #expect(faults.last?.text == "/flags.json is not in use: line 1")
    }

    @Test func `a flags file with some faulty flags is in use`() throws {
        var info = ServerInfo()
        var file = FlagsFileRecord()
        file.path = "/flags.json"
        file.isOK = false
        file.error = "line 1"
        file.faultyCount = 2
        info.flagsFile = file
        let finding = DaemonCheck(info, []).findings.first { $0.subject == "flags file" }
        #expect(finding?.level == .fault)
        #expect(finding?.text == "/flags.json is in use, except 2 faulty flags: line 1")
    }

    @Test func `the remedy for the kill switch of a layer activates the other layers`() throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        for (name, isKillSwitch) in [("a", false), ("safe", true), ("b", false)] {
            let layer = "{\"name\":\"\(name)\",\"values\":{\"k\":1},\"killSwitch\":\(isKillSwitch)}"
            _ = try installation.run("call", "layers.put", layer)
        }
        _ = try installation.run("layers", "activate", "b", "safe", "a")
        #expect(try Self.findings(installation).bySubject["kill switch"]?["remedy"] == "tunerctl layers activate b a")
        _ = try installation.run("layers", "activate", "safe")
        _ = try installation.run("kill-switch", "on", "ui.*")
        #expect(
            try Self.findings(installation).bySubject["kill switch"]?["remedy"]
                == "tunerctl kill-switch off; tunerctl layers activate --none"
        )
    }

    @Test func `the start command has the socket of the option`() throws {
        let installation = try Installation(.daemon)
        let socket = installation.file("other socket")
        let result = try installation.run("doctor", "--socket", socket)
        #expect(result.code == 1)
        #expect(result.output.contains("path         \(socket), from --socket\n"), "\(result.output)")
        #expect(result.output.hasSuffix("to do: tunerctl start --socket '\(socket)'\n"), "\(result.output)")
    }

    @Test(arguments: [
        (0 as Int64, nil as Int64?, "ok", "2026-01-01T00:00:00.000Z"),
        (90_000, nil, "note", "the daemon's clock is 1 min 30 s behind the clock of tunerctl"),
        (-6_000, nil, "note", "the daemon's clock is 6 s ahead of the clock of tunerctl"),
        (0, 7_200_000, "note", "the newest change is 2 h 0 min in the future: the clock was set back later"),
        (0, -7_200_000, "ok", "2026-01-01T00:00:00.000Z"),
    ])
    func `clocks that differ, and a change from the future, are notes`(
        later: Int64,
        newest: Int64?,
        level: String,
        text: String
    ) throws {
        let daemon = try #require(WallTime(rfc3339: "2026-01-01T00:00:00.000Z"))
        var info = ServerInfo()
        info.time = daemon.rfc3339
        let commit = newest.map { WallTime(milliseconds: daemon.milliseconds + $0).rfc3339 }
        let now = WallTime(milliseconds: daemon.milliseconds + later)
        let findings = DaemonCheck(info, [], newestCommit: commit, at: now).findings
        let finding = findings.first { $0.subject == "clock" }
        #expect(finding?.level.rawValue == level)
        #expect(finding?.text == text)
    }

    @Test(arguments: [
        ("enabled", "active", "42", ["ok tunerd.socket is enabled and active"]),
        (
            "disabled", "active", "42",
            ["note tunerd.socket is active, but not enabled: it does not start at the next login"]
        ),
        ("enabled", "failed", "0", ["fault tunerd.socket has failed"]),
        ("enabled", "inactive", "0", ["note tunerd.socket is enabled, but not active"]),
        ("disabled", "inactive", "0", ["ok tunerd.socket is installed, and not in use"]),
        (
            "enabled", "active", "0",
            [
                "ok tunerd.socket is enabled and active",
                "note the daemon with pid 42 does not run under tunerd.service, so systemd does not restart it",
            ]
        ),
    ])
    func `the units of systemd are checked`(enabled: String, active: String, pid: String, expected: [String]) {
        let report = """
            Listen=/run/user/1000/tuner/tunerd.sock (Stream)
            Id=tunerd.socket
            LoadState=loaded
            ActiveState=\(active)
            UnitFileState=\(enabled)

            MainPID=\(pid)
            Id=tunerd.service
            LoadState=loaded
            ActiveState=active
            UnitFileState=disabled

            """
        let check = ServiceCheck(report: report)
        let findings = check.findings(socket: "/run/user/1000/tuner/tunerd.sock", daemon: 42)
        #expect(findings.map { "\($0.level.rawValue) \($0.text)" } == expected)
        #expect(check.findings(socket: "/tmp/other", daemon: 42).isEmpty)
        let missing = ServiceCheck(report: "Id=tunerd.socket\nLoadState=not-found\n")
        #expect(missing.findings(socket: "/x", daemon: 1).isEmpty)
    }

    @Test func `a version that differs and a loose durability are notes`() throws {
        var info = ServerInfo()
        info.version = "0.0.0"
        info.durability = "relaxed"
        let notes = DaemonCheck(info, []).findings.filter { $0.level == .note }.map(\.subject)
        #expect(notes.contains("version") && notes.contains("durability"))
    }

    @Test func `a refused declaration of a key that does not exist is corrected in the program`() {
        var client = ClientRecord()
        (client.client, client.pid, client.refused) = ("game", 7, ["editor.out"])
        let findings = DaemonCheck(ServerInfo(), [], [client]).findings.filter { $0.subject == "program" }
        #expect(
            findings.map(\.remedy) == [
                "correct the declaration of editor.out in the program; no other program has declared it"
            ]
        )
    }

    @Test(arguments: [7, 8]) func `doctor says that there may be more than the first eight faults`(count: Int) {
        var client = ClientRecord()
        (client.client, client.pid) = ("game", 7)
        client.faults = (0..<count).map { number in
            var fault = ProgramFaultRecord()
            fault.message = "fault \(number)"
            return fault
        }
        let last = DaemonCheck(ServerInfo(), [], [client]).findings.last
        #expect((last?.text == "game[7]: the daemon keeps the first 8 faults; there may be more") == (count == 8))
    }
}
