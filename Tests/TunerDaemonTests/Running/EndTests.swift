import BlockingTests
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of all ways to stop the real daemon.
@Suite(.blocking) struct EndTests {
    /// A way to stop the daemon.
    enum StopRequest: String, CaseIterable {
        case terminate
        case interrupt
        case stop

        /// The reason in the log.
        var reason: String {
            switch self {
            case .terminate: "signal \(SIGTERM)"
            case .interrupt: "signal \(SIGINT)"
            case .stop: "server.stop"
            }
        }

        func send(to daemon: DaemonProcess) throws {
            switch self {
            case .terminate: try daemon.program.send(SIGTERM)
            case .interrupt: try daemon.program.send(SIGINT)
            case .stop:
                let wire = try daemon.wire()
                try wire.write(request("server.stop", 1))
                #expect(wire.readToEnd() == response(1, "true") + "\n")
            }
        }
    }

    /// Returns the expected log of an orderly end.
    private static func log(_ daemon: DaemonProcess, _ reasons: String...) -> [String] {
        ["info listening on \(daemon.socket)"] + reasons.map { "info ending: \($0)" } + ["info ended"]
    }

    /// Checks for an orderly end: exit code 0, no socket file, no output, and an expected log.
    private static func expectEnd(of daemon: DaemonProcess, log: [String]) throws {
        let result = try daemon.program.wait()
        #expect(result.code == 0)
        #expect(result.output == "")
        #expect(result.errors.untimedLines == log)
        let names = try Kernel.names(in: daemon.directory.file("tuner"))
        #expect(names == ["tunerd.sock.lock"])
    }

    @Test(arguments: StopRequest.allCases) func `an idle daemon exits on a signal and on a stop request`(
        stopRequest: StopRequest
    ) throws {
        let daemon = try DaemonProcess()
        let idle = try daemon.wire()
        try stopRequest.send(to: daemon)
        #expect(idle.readToEnd() == "")
        #expect(!idle.wasReset)
        #expect(daemon.manager.next() == "STOPPING=1\nSTATUS=ending")
        try Self.expectEnd(of: daemon, log: Self.log(daemon, stopRequest.reason))
    }

    @Test func `with --stop-on-eof, the daemon exits at the end of its input, and ignores the input`() throws {
        let daemon = try DaemonProcess("--stop-on-eof", on: .allPipes)
        let wire = try daemon.wire()
        try daemon.program.write("a line\n")
        try daemon.program.waitUntilRead()
        try wire.write(request("ping", 1))
        #expect(wire.read { $0.hasSuffix("\n") } == response(1, "\"pong\"") + "\n")
        daemon.program.endInput()
        #expect(wire.readToEnd() == "")
        try Self.expectEnd(of: daemon, log: Self.log(daemon, "end of standard input"))
    }

    @Test(arguments: StopRequest.allCases, [#"{"jsonrpc":"2.0","id":2,"me"#, "Content-Length: 40\r\n\r\n{", "Cont"])
    func `an incomplete message does not delay the exit`(stopRequest: StopRequest, half: String) throws {
        let daemon = try DaemonProcess()
        let wire = try daemon.wire()
        let isFramed = half.hasPrefix("C")
        let ping = request("ping", 1).dropLast()
        let pong = response(1, "\"pong\"")
        try wire.write(isFramed ? "Content-Length: \(ping.utf8.count)\r\n\r\n\(ping)\(half)" : ping + half)
        let expected = isFramed ? "Content-Length: \(pong.utf8.count)\r\n\r\n\(pong)" : pong + "\n"
        #expect(wire.read { $0 == expected } == expected)
        try stopRequest.send(to: daemon)
        #expect(wire.readToEnd() == "")
        #expect(!wire.wasReset)
        try Self.expectEnd(of: daemon, log: Self.log(daemon, stopRequest.reason))
    }

    /// Sends more requests than the daemon can respond to while the client does not read; returns their number.
    ///
    /// The daemon receives all requests at once, so it accepts them all.
    private static func fill(_ wire: TestPeer) throws -> Int {
        let count = 60
        try wire.write((1...count).map { request("rpc.discover", $0) }.joined())
        #expect(wire.read { !$0.isEmpty }.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"openrpc":"#))
        return count
    }

    @Test(arguments: StopRequest.allCases) func `the daemon sends all responses to accepted requests before it exits`(
        stopRequest: StopRequest
    ) throws {
        let daemon = try DaemonProcess("--patience 3600", product: "test-daemon")
        let wire = try daemon.wire()
        let count = try Self.fill(wire)
        try stopRequest.send(to: daemon)
        let text = wire.readToEnd()
        #expect(text.hasSuffix("\n"))
        #expect(text.split(separator: "\n").last?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(count),"result":"#) == true)
        #expect(!wire.wasReset)
        try Self.expectEnd(of: daemon, log: Self.log(daemon, stopRequest.reason))
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a second signal ends the wait for a client that does not read`(signal: Int32) throws {
        let daemon = try DaemonProcess("--patience 3600", product: "test-daemon")
        let wire = try daemon.wire()
        _ = try Self.fill(wire)
        try daemon.program.send(SIGTERM)
        #expect(daemon.manager.next() == "STOPPING=1\nSTATUS=ending")
        try daemon.program.send(SIGHUP)
        try daemon.program.send(SIGPIPE)
        // The test needs these two signals in order, but the kernel does not order pending signals.
        _ = try daemon.program.errors { $0.contains("SIGHUP has no effect") }
        try daemon.program.send(signal)
        var log = Self.log(daemon, "signal \(SIGTERM)", "signal \(signal)")
        log.insert("info SIGHUP has no effect without --flags and --log-file", at: 2)
        try Self.expectEnd(of: daemon, log: log)
    }

    @Test func `SIGHUP and SIGPIPE do not stop the daemon`() throws {
        let daemon = try DaemonProcess()
        let wire = try daemon.wire()
        for number in 1...3 {
            try daemon.program.send(SIGHUP)
            try daemon.program.send(SIGPIPE)
            _ = try daemon.program.errors { $0.untimedLines.count == number + 1 }
            try wire.write(request("ping", number))
            #expect(wire.read { $0.hasSuffix("\n") } == response(number, "\"pong\"") + "\n")
        }
        try daemon.program.send(SIGTERM)
        var log = Self.log(daemon, "signal \(SIGTERM)")
        let line = "info SIGHUP has no effect without --flags and --log-file"
        log.insert(contentsOf: repeatElement(line, count: 3), at: 1)
        try Self.expectEnd(of: daemon, log: log)
    }

    /// Starts the daemon with a pending signal, like one that arrives during the start.
    private static func start(after signal: Int32, in directory: TemporaryDirectory) throws -> Program {
        let script = """
            import os, signal, sys
            signal.pthread_sigmask(signal.SIG_BLOCK, [\(signal)])
            os.kill(os.getpid(), \(signal))
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let line = ["--socket", directory.file("run/socket"), "--state", directory.file("state")]
        return try Program("/usr/bin/python3", ["-c", script, BuiltProduct.path("tunerd")] + line)
    }

    @Test(
        .enabled(if: Kernel.isProgram("/usr/bin/python3") || Demands.areStrict, "missing here: python3"),
        arguments: [SIGTERM, SIGINT]
    )
    func `a signal before the daemon listens stops the daemon once it listens`(signal: Int32) throws {
        let directory = try TemporaryDirectory()
        let result = try Self.start(after: signal, in: directory).wait()
        #expect(result.code == 0)
        #expect(
            result.errors.untimedLines == [
                "info listening on \(directory.file("run/socket"))", "info ending: signal \(signal)", "info ended",
            ]
        )
        #expect(try Kernel.names(in: directory.file("run")) == ["socket.lock"])
    }

    @Test(
        .enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"),
        arguments: ["flock", "bind", "listen", "epoll_create1"],
        [SIGTERM, SIGHUP]
    )
    func `a signal during the start stops the daemon in an orderly way`(call: String, signal: Int32) throws {
        let directory = try TemporaryDirectory()
        // The sanitizer cannot search for leaks in a traced process.
        let trace = [
            "-E", "ASAN_OPTIONS=detect_leaks=0", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
            "inject=\(call):signal=\(signal):when=1",
        ]
        let line = ["--socket", directory.file("run/socket"), "--state", directory.file("state")]
        let program = try Program("/usr/bin/strace", trace + [BuiltProduct.path("tunerd")] + line)
        if signal == SIGHUP {
            let log = try program.errors { $0.contains("SIGHUP has no effect") }
            #expect(log.contains(" SIGHUP has no effect without --flags and --log-file\n"))
            let wire = try TestPeer.connect(to: try UnixAddress(directory.file("run/socket")))
            try wire.write(request("server.stop"))
        }
        let result = try program.wait()
        #expect(result.code == 0, "\(result)")
        #expect(result.errors.hasSuffix(" info ended\n"))
        #expect(try Kernel.names(in: directory.file("run")) == ["socket.lock"])
    }
}
