import BlockingTests
import SystemCore
import TestSupport
import Testing
import WebTestSupport

@testable import WebGateway

/// Tests of the command `wait` of the terminal with the real programs.
@Suite(.blocking) struct TerminalWaitTests {
    @Test func `wait ends at once with a value that meets the condition`() throws {
        let bench = try TuneTestBench()
        try bench.daemon.value("tunables.declare", #"{"key":"n","spec":{"type":"integer","default":1}}"#)
        try bench.daemon.value("tunables.set", #"{"key":"o","value":{"a":1}}"#)
        let terminal = try #require(try TerminalClient(bench.gateway))
        #expect(terminal.output(to: TerminalLine.helpText()) != nil)
        let commands = [
            ("wait n", "1\n"), ("wait n 1", "1\n"), ("wait n 1.0", "1\n"), ("wait n --above 0.5", "1\n"),
            ("wait --below 2 n --timeout 1m", "1\n"),
            ("wait n one", "n must be a whole number, got \"one\""),
            ("wait o.a", "o.a is a member of o, and only whole tunables can be watched; use o\n"),
            ("wait n --above 1 --timeout 10ms", "n is still 1 after 0.01 s\n"),
            ("wait n --changed --timeout 10ms", "n is still 1 after 0.01 s\n"),
            ("wait none --timeout 10ms", "there is still no none after 0.01 s\n"),
            ("wait 'a b'", "a b"), ("ping", "up\n"),
        ]
        for (line, text) in commands {
            #expect(try terminal.reply(to: line, has: text), "\(line)")
        }
    }

    @Test func `wait ends with the first value that meets the condition, and holds back the next lines`() throws {
        let bench = try TuneTestBench()
        let terminal = try #require(try TerminalClient(bench.gateway))
        #expect(terminal.output(to: TerminalLine.helpText()) != nil)
        try terminal.send("wait ui.ready true\nping")
        #expect(terminal.output(to: "there is no key ui.ready; waiting for it\n") != nil)
        let other = try #require(try TerminalClient(bench.gateway))
        #expect(try other.reply(to: "set ui.ready false", has: "ui.ready: none -> false\n"))
        #expect(try other.reply(to: "set ui.ready true", has: "ui.ready: false -> true\n"))
        let output = try #require(terminal.output(to: "up\n"))
        #expect(output.contains("true\n"))
        #expect(!output.contains("false"))
    }

    @Test func `wait sees a change, also of a value that it does not accept`() throws {
        let bench = try TuneTestBench()
        try bench.daemon.value("tunables.set", #"{"key":"n","value":0}"#)
        let terminal = try #require(try TerminalClient(bench.gateway))
        try terminal.send("wait n --changed\nwait n --above 100\nping")
        // The subscription begins at some moment, and both conditions need a change after it.
        var number: Int64 = 0
        #expect(
            try eventually {
                number += 1
                try bench.daemon.value("tunables.set", #"{"key":"n","value":\#(number)}"#)
                return terminal.hasReceived("up\n")
            }
        )
        #expect(number > 100)
    }

    @Test func `wait continues after a restart of the daemon`() throws {
        let gateway = try GatewayProcess()
        let terminal = try #require(try TerminalClient(gateway))
        #expect(try terminal.reply(to: "wait a 1", has: "start one with: tunerctl start\n"))
        do {
            let daemon = try RunningDaemon(in: gateway.directory)
            try terminal.send("wait a 1")
            #expect(terminal.output(to: "waiting for it\n") != nil)
            try daemon.program.crash()
        }
        #expect(terminal.output(to: "wait continues when the daemon is back\n") != nil)
        let daemon = try RunningDaemon(in: gateway.directory)
        try daemon.value("tunables.set", #"{"key":"a","value":1}"#)
        #expect(terminal.output(to: "1\n") != nil)
        #expect(try terminal.reply(to: "ping", has: "up\n"))
    }

    @Test func `wait in a world sees its values, and ends with the world`() throws {
        let bench = try TuneTestBench()
        let world = try bench.daemon.makeWorld()
        let terminal = try #require(try TerminalClient(bench.gateway, query: "?world=\(world)"))
        try terminal.send("wait a")
        #expect(terminal.output(to: "waiting for it\n") != nil)
        let member = try #require(try TerminalClient(bench.gateway, query: "?world=\(world)"))
        #expect(try member.reply(to: "set a 5", has: "a: none -> 5\n"))
        #expect(terminal.output(to: "5\n") != nil)
        try terminal.send("wait b")
        #expect(terminal.output(to: "waiting for it\n") != nil)
        try bench.daemon.value("worlds.drop", "{\"world\":\"\(world)\"}")
        #expect(terminal.output(to: "the world \(world) has ended\n") != nil)
    }

    @Test func `a client that leaves during a wait makes room for another terminal`() throws {
        let bench = try TuneTestBench()
        var terminals: [TerminalClient] = []
        for _ in 0..<TerminalRoutes.mostTerminals {
            terminals.append(try #require(try TerminalClient(bench.gateway)))
        }
        let waiting = terminals.removeLast()
        try waiting.send("wait none")
        #expect(waiting.output(to: "waiting for it\n") != nil)
        #expect(try TerminalClient(bench.gateway) == nil)
        waiting.wire.close()
        #expect(try eventually { try TerminalClient(bench.gateway) != nil })
    }
}
