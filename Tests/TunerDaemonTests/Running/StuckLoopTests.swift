import BlockingTests
import RPCCore
import SystemCore
import TestSupport
import Testing

@testable import TunerDaemon

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the daemon while a request blocks its event loop.
@Suite(.blocking) struct StuckLoopTests {
    /// A daemon whose event loop blocks in `tunables.set` while a file exists.
    private final class StuckDaemon {
        let directory: TemporaryDirectory
        let program: Program
        let wire: TestPeer
        private var file: String { directory.file("hang") }

        init(_ options: String...) throws {
            directory = try TemporaryDirectory()
            let socket = directory.file("run/socket")
            let paths = ["--socket", socket, "--state", directory.file("state"), "--hang", directory.file("hang")]
            program = try Program(BuiltProduct.path("test-daemon"), paths + ["--turn", "100"] + options)
            _ = try program.errors { $0.contains("listening on") }
            wire = try TestPeer.connect(to: try UnixAddress(socket))
            try wire.write(request("ping", 1))
            #expect(wire.read { $0.hasSuffix("\n") } == response(1, "\"pong\"") + "\n")
        }

        func hang() throws {
            _ = try KernelFileSystem().open(file, [.write, .create], mode: 0o600)
            try wire.write(request("tunables.set", 2, #"{"key":"k","value":1}"#))
            // On a busy machine, an earlier turn may have taken too long as well.
            _ = try program.errors { $0.contains("the method called last is tunables.set") }
        }

        /// Sends a signal and waits until it is delivered, because the kernel merges equal pending signals.
        func deliver(_ signal: Int32) throws {
            try program.send(signal)
            while try isPending() { sched_yield() }
        }

        /// Returns whether a signal is pending for the process.
        private func isPending() throws -> Bool {
            guard let file = try? KernelFileSystem().open("/proc/\(program.processID)/status", .read) else {
                return false
            }
            let lines = String(decoding: try file.readWhole(), as: UTF8.self).split(separator: "\n")
            return lines.contains { $0.hasPrefix("ShdPnd:") && !$0.hasSuffix("0000000000000000") }
        }

        func resume() throws { try Kernel.removeFile(file) }
    }

    private static let sentence =
        "error a turn of the event loop takes longer than 0.1 s; the method called last is tunables.set; "
        + "until the turn ends, the daemon handles no requests; a second SIGTERM ends the process at once"

    @Test func `a slow event loop turn is logged once, with its method, while it runs`() throws {
        let daemon = try StuckDaemon()
        try daemon.hang()
        try daemon.resume()
        // The event loop continues with the request.
        #expect(daemon.wire.read { $0.contains(#""id":2,"result""#) }.hasSuffix("\n"))
        try daemon.program.send(SIGTERM)
        let result = try daemon.program.wait()
        #expect(result.code == 0)
        let log = result.errors.untimedLines.filter { line in
            (!line.contains("a turn of the event loop") || line == Self.sentence) && !line.hasPrefix("info k: ")
        }
        #expect(log.dropFirst() == [Self.sentence, "info ending: signal \(SIGTERM)", "info ended"], "\(log)")
    }

    @Test(arguments: [(Duration.seconds(10), "10 s"), (.milliseconds(100), "0.1 s")])
    func `a limit of whole seconds is logged without a fraction`(limit: Duration, text: String) {
        #expect(Daemon.sentence(aboutTurnLongerThan: limit, nil).contains(" longer than \(text); "))
    }

    @Test func `the JSON log of a slow turn has the method`() throws {
        let daemon = try StuckDaemon("--log-format", "json")
        try daemon.hang()
        let line = try daemon.program.errors { $0.contains("event loop") }.split(separator: "\n").last ?? ""
        #expect(line.hasSuffix(#""method":"tunables.set","limit":0.1}"#), "\(line)")
    }

    @Test(arguments: [SIGTERM, SIGINT], [SIGTERM, SIGINT])
    func `a second signal ends the daemon while its event loop is blocked`(first: Int32, second: Int32) throws {
        let daemon = try StuckDaemon()
        try daemon.hang()
        try daemon.deliver(first)
        // Other signals do not count.
        try daemon.deliver(SIGHUP)
        try daemon.deliver(second)
        let result = try daemon.program.wait()
        #expect([128 + first, 128 + second].contains(result.code))
    }
}
