import BlockingTests
import JSONCore
import RPCCore
import SystemCore
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests, with a log of system calls, that the real daemon sends no data that a crash could still undo.
@Suite(
    .blocking,
    .enabled(if: Kernel.isProgram("/usr/bin/strace") || Demands.areStrict, "missing here: strace"),
    .disabled(if: Demands.areSanitized, "a sanitizer makes its own calls")
)
struct FlushOrderTests {
    private let directory: TemporaryDirectory
    private let log: String

    init() throws {
        directory = try TemporaryDirectory()
        log = directory.file("calls")
    }

    /// Starts a daemon each of whose flushes takes `delay`.
    private func daemon(delay: Duration, _ calls: String = "fdatasync") throws -> DaemonProcess {
        let microseconds = delay.components.attoseconds / 1_000_000_000_000
        let delays = "inject=fdatasync:delay_enter=\(microseconds)"
        return try DaemonProcess(under: SystemCallLog.prefix(calls, to: log, more: delays), in: directory)
    }

    @Test func `responses and notifications of a write are sent only after its flush returns`() throws {
        let daemon = try daemon(
            delay: .milliseconds(2),
            "fdatasync,pwrite64,pwritev,write,writev,sendto,sendmsg"
        )
        let count = 40
        let wires = try (0..<4).map { _ in try daemon.wire() }
        // One connection only subscribes, and one also writes.
        let watchers = [try daemon.wire(), wires[0]]
        for watcher in watchers {
            try watcher.write(request("tunables.subscribe", 1_000, #"{"initial":false}"#))
            _ = watcher.read { $0.contains("\n") }
        }
        // These numbers occur nowhere else in the log.
        let first = 740_000_001
        for number in 0..<count {
            let wire = wires[number % wires.count]
            let key = "a\(number % 7)"
            try wire.write(
                request("tunables.set", number, #"{"key":"\#(key)","value":\#(first + number)}"#)
                    + request("tunables.get", number, #"{"key":"\#(key)"}"#)
            )
            // Waiting from time to time makes some flushes cover one write and others many.
            if number % 3 == 0 { try daemon.client().call("tunables.getAll") }
        }
        for wire in wires {
            let lines = wire.read { $0.count { $0 == "\n" } >= count / 2 + (wire === watchers[1] ? count : 0) }
            #expect(lines.split(separator: "\n").count { $0.contains(#""id""#) } == count / 2)
        }
        #expect(watchers[0].read { $0.count { $0 == "\n" } == count }.split(separator: "\n").count == count)
        try daemon.stop()
        let calls = try SystemCallLog(log).calls
        for number in 0..<count {
            let value = "\(first + number)"
            let written = try #require(calls.first { $0.text.hasPrefix("pwrite") && $0.text.contains(value) })
            let flushed = try #require(
                calls.first { call in
                    call.text.hasPrefix("fdatasync") && call.thread == written.thread && call.begin > written.end
                }
            )
            #expect(flushed.result.hasPrefix("0"))
            let sent = calls.filter { $0.text.hasPrefix("send") && $0.text.contains(value) }
            #expect(sent.contains { $0.text.contains("revision") })
            #expect(sent.count { $0.text.contains("tunables.changed") } >= watchers.count)
            #expect(sent.allSatisfy { $0.begin > flushed.end }, "\(value) was sent before its flush had returned")
        }
    }

    @Test func `during a flush other clients are served and read the previous values`() throws {
        let daemon = try daemon(delay: .milliseconds(300))
        let reader = try daemon.client()
        try reader.call("tunables.set", ["key": "a", "value": 0])
        let writer = try daemon.wire()
        var reads = 0
        // A busy machine may delay the reads of some rounds until the flush has ended.
        for value in 1...20 as ClosedRange<Int64> where reads == 0 {
            reads = try readsDuringFlush(of: value, writer, reader)
        }
        #expect(reads > 0)
    }

    /// Returns how many requests of another client were served while a value was flushed.
    private func readsDuringFlush(of value: Int64, _ writer: TestPeer, _ reader: Client) throws -> Int {
        try writer.write(
            request("tunables.set", 1, #"{"key":"a","value":\#(value)}"#) + request("tunables.get", 2, #"{"key":"a"}"#)
                + request("ping", 3)
        )
        var reads = 0
        var responses = ""
        while try reader.value(of: "a") == .integer(value - 1) {
            reads += 1
            responses += writer.read()
            // Requests after the write wait for the write, even a ping. The flush may end between the two reads.
            if responses != "" { break }
        }
        #expect(try reader.value(of: "a") == .integer(value))
        let lines = (responses + writer.read { (responses + $0).split(separator: "\n").count == 3 })
            .split(separator: "\n").map { try? JSON.parse(String($0)) }
        #expect(lines.map { $0["id"] } == [1, 2, 3])
        #expect(lines[1]["result"]["value"] == .integer(value))
        return reads
    }

    @Test func `one flush serves many waiting writes`() throws {
        let daemon = try daemon(delay: .milliseconds(1))
        let wires = try (0..<20).map { _ in try daemon.wire() }
        // The other clients are idle, so the first write starts the thread that flushes. While strace is stopped, no flush
        // begins, and no thread starts.
        let client = try daemon.client()
        try client.call("tunables.set", ["key": "first", "value": 1])
        try daemon.program.suspend()
        for (number, wire) in wires.enumerated() {
            try wire.write(request("tunables.set", 1, #"{"key":"a\#(number)","value":1}"#))
        }
        #expect(try eventually { try client.call("server.stats")["methods"]["tunables.set"]["calls"] == 21 })
        try daemon.program.send(SIGCONT)
        for wire in wires { #expect(wire.read { $0.hasSuffix("\n") }.contains(#""revision""#)) }
        try daemon.kill()
        // One flush for the first write, one or two for all others, and some for preallocated space.
        let flushes = try SystemCallLog(log).calls.count { $0.text.hasPrefix("fdatasync") }
        #expect(flushes < 8)
    }
}
