import BlockingTests
import JSONCore
import SystemCore
import TestSupport
import Testing
import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the real daemon's output to standard error.
@Suite(.blocking) struct LogTests {
    /// Returns the log of a daemon that received requests and signals and was then stopped.
    private static func log(_ options: String, socket: String? = nil) throws -> (text: String, socket: String) {
        let daemon = try DaemonProcess(options, socket: socket)
        let wire = try daemon.wire()
        try wire.write(
            request("ping", 1, #"{"payload":"secret"}"#) + request("session.hello", 2, #"{"client":"secret"}"#)
        )
        try wire.write(request("secret", 3) + #"{"secret"}"# + "\n" + request("ping", 4))
        _ = wire.read { $0.contains(#""id":4"#) }
        try daemon.program.send(SIGHUP)
        // A log without the level `info` does not show the signal.
        let isSilent = options.contains("--log-level error") || options.contains("--log-level warning")
        _ = try daemon.program.errors { isSilent || $0.contains("SIGHUP has no effect") }
        try daemon.program.send(SIGTERM)
        return (try daemon.program.wait().errors, daemon.socket)
    }

    @Test(arguments: ["", "--log-level info", "--log-level debug"])
    func `the log contains the events of a run and no values`(options: String) throws {
        let (text, socket) = try Self.log(options)
        #expect(
            text.untimedLines == [
                "info listening on \(socket)", "info SIGHUP has no effect without --flags and --log-file",
                "info ending: signal \(SIGTERM)", "info ended",
            ]
        )
    }

    @Test(arguments: ["error", "warning"]) func `normal events are not logged at the levels warning and error`(
        level: String
    ) throws {
        #expect(try Self.log("--log-level \(level) --log-format json").text == "")
    }

    @Test func `the JSON log has one object for each event`() throws {
        let (text, socket) = try Self.log("--log-format=json")
        let events = text.replacing(/\{"time":"([^"]*)",/) { "\($0.output.1) {" }.untimedLines
        #expect(
            events == [
                #"{"level":"info","message":"listening on \#(socket)","socket":"\#(socket)"}"#,
                #"{"level":"info","message":"SIGHUP has no effect without --flags and --log-file"}"#,
                #"{"level":"info","message":"ending: signal \#(SIGTERM)","reason":"signal \#(SIGTERM)"}"#,
                #"{"level":"info","message":"ended"}"#,
            ]
        )
    }

    @Test(arguments: ["text", "json"]) func `control characters are escaped`(format: String) throws {
        let (text, socket) = try Self.log("--log-format \(format)", socket: "a\u{1B}[2J\u{7}\nb\u{9B}\u{202E}")
        #expect(socket.contains("\u{1B}"))
        #expect(text.untimedLines.count == 4)
        let controls = text.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || $0 == "\u{7F}") }
        #expect(controls.isEmpty)
        if format == "text" { #expect(!text.contains("\u{9B}") && !text.contains("\u{202E}")) }
    }

    @Test func `a long line of the JSON log is an object with a shorter message`() throws {
        let pipe = try Kernel.pipe()
        let log = Log(pipe.second, level: .info, format: .json)
        let sentence = String(repeating: "\u{1}é", count: 4_000)
        log.event(.info, sentence, ["key": .string(String(repeating: "k", count: 300))])
        var bytes = [UInt8](repeating: 0, count: 8_192)
        var span = bytes.mutableSpan
        guard case .bytes(let count) = try Kernel.read(pipe.first, into: &span) else {
            Issue.record("no line")
            return
        }
        #expect(count <= 4_096)
        let line = try JSON.parse(String(decoding: bytes.prefix(count), as: UTF8.self))
        guard case .string(let message)? = line["message"] else {
            Issue.record("\(line)")
            return
        }
        #expect(message.hasPrefix("\u{1}é\u{1}é") && message.hasSuffix("…"))
    }

    @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    func `closed standard streams are replaced by the null device`(closed: String) throws {
        let daemon = try DaemonProcess(closed)
        for raw in 0...2 where closed.contains(["<&-", " >&-", "2>&-"][raw]) {
            let name = "/proc/\(daemon.program.processID)/fd/\(raw)"
            #expect(try Kernel.status(of: name).identity == Kernel.status(of: "/dev/null").identity, "\(raw)")
        }
        let wire = try daemon.wire()
        try wire.write(request("ping", 1))
        #expect(wire.read { $0.hasSuffix("\n") } == response(1, "\"pong\"") + "\n")
        try daemon.program.send(SIGTERM)
        #expect(try daemon.program.wait().code == 0)
        let lock = try KernelFileSystem().open("\(daemon.directory.file("state"))/tunerd.lock", .read).readWhole()
        #expect(String(decoding: lock, as: UTF8.self) == "\(daemon.program.processID)\n")
    }

    @Test func `the daemon continues to serve when its log pipe is closed`() throws {
        let daemon = try DaemonProcess()
        daemon.program.endErrors()
        for _ in 0..<3 { try daemon.program.send(SIGHUP) }
        let wire = try daemon.wire()
        try wire.write(request("ping", 1))
        #expect(wire.read { $0.hasSuffix("\n") } == response(1, "\"pong\"") + "\n")
        try daemon.program.send(SIGTERM)
        #expect(try daemon.program.wait().code == 0)
    }
}
