import BlockingTests
import HTTPCore
import JSONCore
import LoopCore
import RPCCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The response that a test waits for; nil until it has arrived.
private final class PendingResponse {
    var value: Result<String, DaemonFault>?
}

/// Tests of the calls of many requests, with a real daemon and a clock that the test advances.
@Suite(.blocking) final class DaemonCallsTests {
    private let clocks = ManualClocks()
    private let directory: TemporaryDirectory
    private let loop: EventLoop
    private let calls: DaemonCalls

    init() throws {
        directory = try TemporaryDirectory()
        loop = try EventLoop(clock: clocks.clocks)
        let runtime = directory.path
        let path = SocketPath(option: nil, user: Kernel.userID) { $0 == "XDG_RUNTIME_DIR" ? runtime : nil }
        calls = DaemonCalls(to: path, on: loop)
    }

    deinit {
        calls.close()
        loop.nextTurn {}
        try? loop.turn()
    }

    /// Calls a method, and returns its result as text, or the fault.
    private func call(
        _ method: String,
        _ params: String = "{}",
        on lane: DaemonCalls.Lane = .reads,
        in world: String? = nil
    ) throws -> Result<String, DaemonFault> {
        let response = try begin(method, params, on: lane, in: world)
        try turn { response.value != nil }
        return try #require(response.value)
    }

    /// Calls a method without waiting for its response.
    private func begin(
        _ method: String,
        _ params: String = "{}",
        on lane: DaemonCalls.Lane = .reads,
        in world: String? = nil
    ) throws -> PendingResponse {
        let response = PendingResponse()
        let params = try JSON.parse(params)
        loop.nextTurn { [calls] in
            calls.call(method, params, on: lane, in: world) { result, text in
                #expect(response.value == nil)
                response.value = result.map { String(decoding: [UInt8](text, in: $0.source), as: UTF8.self) }
            }
        }
        return response
    }

    private func turn(until isDone: () -> Bool) throws {
        while !isDone() {
            try loop.turn()
        }
    }

    @Test func `calls of each lane wait for the connection and get their responses`() throws {
        let daemon = try RunningDaemon(in: directory)
        try daemon.value("tunables.set", #"{"key":"a.b","value":1}"#)
        let responses = try DaemonCalls.Lane.allCases.flatMap { lane in
            [
                try begin("tunables.get", #"{"key":"a.b"}"#, on: lane),
                try begin("ping", #"{"payload":7}"#, on: lane),
            ]
        }
        try turn { responses.allSatisfy { $0.value != nil } }
        for (index, response) in responses.enumerated() {
            let text = try response.value?.get()
            #expect(index % 2 == 0 ? text?.contains(#""value":1"#) == true : text == "7")
        }
        #expect(calls.linkCount == 3)
        let info = try daemon.value("server.info")
        // The test's own client is the fourth.
        #expect(info["connections"] == 4)
    }

    @Test func `a call in a world changes nothing outside`() throws {
        let daemon = try RunningDaemon(in: directory)
        let world = try daemon.makeWorld()
        _ = try call("tunables.set", #"{"key":"a.b","value":1}"#, on: .writes, in: world).get()
        #expect(try call("tunables.get", #"{"key":"a.b"}"#, in: world).get().contains(#""value":1"#))
        guard case .failure(.refused(let error)) = try call("tunables.get", #"{"key":"a.b"}"#) else {
            Issue.record("the key has a value outside of the world")
            return
        }
        #expect(error.kind == "unknownKey")
    }

    @Test func `a world that does not exist is the daemon's refusal, each time`() throws {
        let daemon = try RunningDaemon(in: directory)
        for _ in 0..<3 {
            guard case .failure(.refused(let error)) = try call("ping", in: "w-0123456789abcdef") else {
                Issue.record("the world exists")
                return
            }
            #expect(error.kind == "unknownWorld")
        }
        withExtendedLifetime(daemon) {}
    }

    @Test func `without a daemon, a call fails with the command to start one, and works once it is there`() throws {
        let socket = directory.file("tuner/tunerd.sock")
        for _ in 0..<3 {
            #expect(
                try call("ping")
                    == .failure(.unavailable("no daemon responds at \(socket); start one with: tunerctl start"))
            )
        }
        do {
            let daemon = try RunningDaemon(in: directory)
            #expect(try call("ping") == .success(#""pong""#))
            try daemon.program.crash()
            // The first call can meet the end of the connection.
            guard case .failure = try call("ping") else {
                Issue.record("a daemon that was killed responded")
                return
            }
            #expect(
                try call("ping")
                    == .failure(.unavailable("no daemon responds at \(socket); start one with: tunerctl start"))
            )
        }
        let daemon = try RunningDaemon(in: directory)
        #expect(try call("ping") == .success(#""pong""#))
        withExtendedLifetime(daemon) {}
    }

    @Test func `the calls of a daemon that does not respond fail after a time, and later calls work`() throws {
        let daemon = try RunningDaemon(in: directory)
        for lane in [DaemonCalls.Lane.reads, .bulk] { _ = try call("ping", on: lane) }
        try daemon.program.send(SIGSTOP)
        let responses = [try begin("ping"), try begin("tunables.list"), try begin("tunables.list", on: .bulk)]
        try turnOnce(4)
        clocks.advance(by: .seconds(9))
        try turnOnce(4)
        #expect(responses.allSatisfy { $0.value == nil })
        clocks.advance(by: .seconds(2))
        try turn { responses.allSatisfy { $0.value != nil } }
        for response in responses {
            guard case .failure(.unavailable(let sentence)) = response.value else {
                Issue.record("\(String(describing: response.value))")
                return
            }
            #expect(sentence.contains("start one with: tunerctl start") && !sentence.contains("a change"))
        }
        try daemon.program.send(SIGCONT)
        #expect(try call("ping") == .success(#""pong""#))
    }

    @Test func `a change without a response may have been made`() throws {
        let daemon = try RunningDaemon(in: directory)
        _ = try call("ping", on: .writes)
        try daemon.program.send(SIGSTOP)
        let response = try begin("tunables.set", #"{"key":"a.b","value":1}"#, on: .writes)
        try turnOnce(4)
        clocks.advance(by: .seconds(31))
        try turn { response.value != nil }
        guard case .failure(let fault) = response.value, case .interrupted(let sentence) = fault else {
            Issue.record("\(String(describing: response.value))")
            return
        }
        #expect(sentence.contains("a change may have been made"))
        #expect(fault.status == .gatewayTimeout)
        try daemon.program.send(SIGCONT)
    }

    @Test func `the calls that wait for a connection have a limit for their bytes`() throws {
        let daemon = try RunningDaemon(in: directory)
        try daemon.program.send(SIGSTOP)
        let text = String(repeating: "x", count: (1 << 20) - 100)
        let calls = try (0..<17).map { _ in
            try begin("ping", "{\"payload\":\"\(text)\"}", on: .writes, in: nil)
        }
        let small = try begin("ping", on: .reads)
        try turnOnce(4)
        #expect(calls[16].value == .failure(.tooManyCalls))
        #expect(calls.prefix(15).allSatisfy { $0.value == nil })
        try daemon.program.send(SIGCONT)
        try turn { calls.allSatisfy { $0.value != nil } && small.value != nil }
        #expect(small.value == .success(#""pong""#))
        #expect(try calls[0].value?.get().utf8.count == text.utf8.count + 2)
        // The calls that have ended make room.
        #expect(try call("ping", "{\"payload\":\"\(text)\"}").get().utf8.count == text.utf8.count + 2)
    }

    @Test func `requests share a ping that has no response yet`() throws {
        let daemon = try RunningDaemon(in: directory)
        let ping = DaemonPing(calls, on: loop)
        var results: [DaemonFault?] = []
        loop.nextTurn {
            for _ in 0..<100 { ping.send { results.append($0) } }
        }
        try turn { results.count == 100 }
        #expect(results.allSatisfy { $0 == nil })
        #expect(try daemon.value("server.stats")["methods"]?["ping"]?["calls"] == 1)
        try daemon.program.send(SIGSTOP)
        loop.nextTurn { ping.send { results.append($0) } }
        try turnOnce(2)
        clocks.advance(by: .seconds(3))
        try turn { results.count == 101 }
        #expect(results.last == calls.silence)
        // This request waits for the response to the ping of the last one.
        loop.nextTurn { ping.send { results.append($0) } }
        try turnOnce(2)
        try daemon.program.send(SIGCONT)
        try turn { results.count == 102 }
        #expect(results.last == .some(nil))
        #expect(try daemon.value("server.stats")["methods"]?["ping"]?["calls"] == 2)
    }

    @Test func `a connection without calls is closed after a minute, and a later call opens it again`() throws {
        let daemon = try RunningDaemon(in: directory)
        _ = try call("ping")
        clocks.advance(by: .seconds(50))
        try turnOnce(4)
        _ = try call("ping")
        clocks.advance(by: .seconds(50))
        try turnOnce(4)
        #expect(calls.linkCount == 1)
        clocks.advance(by: .seconds(11))
        try turnOnce(4)
        #expect(calls.linkCount == 0)
        #expect(try call("ping") == .success(#""pong""#))
        withExtendedLifetime(daemon) {}
    }

    @Test func `more worlds than connections take turns`() throws {
        let daemon = try RunningDaemon(in: directory)
        for _ in 0..<DaemonCalls.mostWorldLinks + 8 {
            let world = try daemon.makeWorld()
            #expect(try call("ping", in: world) == .success(#""pong""#))
            #expect(calls.linkCount <= DaemonCalls.mostWorldLinks)
        }
        #expect(calls.linkCount == DaemonCalls.mostWorldLinks)
    }

    @Test func `the calls of worlds take no connection from the shared state`() throws {
        let daemon = try RunningDaemon(in: directory)
        let worlds = try (0...DaemonCalls.mostWorldLinks).map { _ in try daemon.makeWorld() }
        try daemon.program.send(SIGSTOP)
        let responses = try worlds.map { try begin("ping", in: $0) }
        let shared = try DaemonCalls.Lane.allCases.map { try begin("ping", on: $0) }
        try turnOnce(2)
        #expect(responses.filter { $0.value == .failure(.tooManyCalls) }.count == 1)
        #expect(shared.allSatisfy { $0.value == nil })
        try daemon.program.send(SIGCONT)
        try turn { shared.allSatisfy { $0.value != nil } }
        #expect(shared.allSatisfy { $0.value == .success(#""pong""#) })
    }

    /// Runs turns that do not wait for events.
    private func turnOnce(_ times: Int) throws {
        for _ in 0..<times {
            loop.nextTurn {}
            try loop.turn()
        }
    }
}
