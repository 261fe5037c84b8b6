import BlockingTests
import HTTPCore
import JSONCore
import SystemCore
import TestSupport
import Testing
import TunerAPI
import WebTestSupport

@testable import WebGateway

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Tests of the terminal with the real programs.
@Suite(.blocking) struct TerminalTests {
    @Test func `a terminal begins with a banner and the help`() throws {
        let bench = try TuneTestBench()
        let terminal = try #require(try TerminalClient(bench.gateway))
        #expect(terminal.output(to: "tunerd at \(bench.daemon.socket)\n") != nil)
        #expect(terminal.output(to: TerminalLine.helpText()) != nil)
        #expect(try terminal.reply(to: "help", has: TerminalLine.helpText()))
    }

    @Test func `the commands read and change values`() throws {
        let bench = try TuneTestBench()
        let terminal = try #require(try TerminalClient(bench.gateway))
        let commands = [
            ("list", "there are no tunables; create one with: set KEY VALUE\n"),
            ("set ui.title \"two words\"", "ui.title: none -> two words\n"), ("get ui.title", "two words\n"),
            ("set ui.scale 1.5", "ui.scale: none -> 1.5\n"), ("tunerctl set ui.scale .5", "ui.scale: 1.5 -> 0.5\n"),
            ("set ui.scale wide", "ui.scale must be a number, got \"wide\"\n"),
            ("list SCALE", "ui.scale 0.5\n"), ("list ui.*", "ui.scale 0.5\nui.title two words\n"),
            ("list nothing", "no key matches nothing\n"), ("get ui.sale", "did you mean ui.scale?\n"),
            ("last", " tunables.set ui.scale: 1.5 -> 0.5 (local)\n"),
            ("history 2", " tunables.set ui.scale: none -> 1.5 (local)\n"), ("history", "ui.title: none -> two words"),
            ("undo", "ui.scale: 0.5 -> none\n"), ("redo", "ui.scale: none -> 0.5 (local)\n"),
            ("reset ui.title", "ui.title: two words -> none\n"), ("reset ui.title", "there is no key ui.title"),
            ("set a true\nset b [1,2]", "a: none -> true\n"), ("", "b: none -> [1,2]\n"),
            ("reset-all a*", "a: true -> none\n"), ("reset-all", "b: [1,2] -> none\n"), ("ping", "up\n"),
            ("flag list", "ui.DarkMode boolean ENABLED off builtIn\n"), ("flag get ui.DarkMode", "false\n"),
            ("flag on ui.DarkMode", "ui.DarkMode: override true\n"), ("flag get ui.DarkMode", "true\n"),
            ("flag set ui.DarkMode off", "ui.DarkMode: override off\n"),
            ("flag reset ui.DarkMode", "ui.DarkMode: override removed\n"), ("flag get nothing", "nothing"),
            ("flag set ui.DarkMode 7", "\n"), ("# a comment\nping", "up\n"),
            ("describe ui.DarkMode", "read the flag with: tunerctl flag get ui.DarkMode"),
            ("flag toggle ui.DarkMode", "ui.DarkMode: override true\n"),
            ("flag toggle ui.DarkMode --for 1h", "ui.DarkMode: override false\n"), ("flag list", " until "),
            ("flag reset ui.DarkMode", "ui.DarkMode: override removed\n"),
            ("flag create theme --string day,night --default night", "theme: flag created\n"),
            ("flag get theme", "night\n"),
            ("flag toggle theme", "theme is not a boolean flag, so it cannot be toggled\n"),
            ("flag create theme --bool", "theme"), ("flag set theme day", "theme: override day\n"),
            ("flag remove theme", "theme: flag removed\n"),
            ("flag create gap --number .5,1", "gap: flag created\n"), ("flag set gap .25", "gap: override .25\n"),
            ("flag get gap", "0.25\n"), ("flag remove gap", "gap: flag removed\n"),
            ("flag get theme", "there is no flag theme"),
            ("set t true", "t: none -> true\n"), ("toggle t", "t: true -> false\n"),
            ("set n 1 --for 1h", "n: none -> 1"), ("step n 4", "n: 1 -> 5\n"), ("step n -2", "n: 5 -> 3\n"),
            ("toggle n", "n"), ("describe t", "t is false (local)\n"), ("describe t", "not declared\n"),
            ("layers", "there are no layers\n"),
            ("layers deactivate x", "there is no layer x; for all, type: layers\n"),
            ("layers activate x", "x"), ("worlds", "there are no worlds\n"),
        ]
        for (line, text) in commands {
            #expect(try terminal.reply(to: line, has: text), "\(line)")
        }
        // A close frame with the code 1000 has the bytes 0x88, 2, 3 and 0xE8.
        #expect(try terminal.reply(to: "quit", has: "\u{2}\u{3}"))
    }

    @Test func `a terminal emulator receives errors in red, and a mark after the help and each command`() throws {
        let bench = try TuneTestBench()
        let terminal = try #require(try TerminalClient(bench.gateway, query: "?ansi=true"))
        // The client replaces the bytes of frame headers, also the one before the mark.
        let mark = "\u{1B}]133;D\u{7}"
        #expect(terminal.output(to: mark)?.contains("two words") == true)
        for (line, text) in [
            ("ping", "up\n"), ("pong", "\u{1B}[31mthere is no command pong"),
            ("get nothing", "\u{1B}[31mthere is no key nothing"),
            ("layers deactivate x", "\u{1B}[31mthere is no layer x"),
        ] {
            try terminal.send(line)
            let output = try #require(terminal.output(to: mark))
            #expect(output.contains(text), "\(output)")
            #expect(output.contains("\u{1B}[39m") == text.contains("\u{1B}"))
        }
        let narrow = try #require(try TerminalClient(bench.gateway, query: "?columns=40"))
        let help = try #require(narrow.output(to: "two words"))
        #expect(help.contains("  list [FILTER]"))
        #expect(help.split(separator: "\n").filter { $0.hasPrefix("      ") }.allSatisfy { $0.count <= 40 })
        // Without the parameter, nothing but text arrives.
        let plain = try #require(try TerminalClient(bench.gateway))
        try plain.send("pong")
        #expect(plain.output(to: "for all, type: help\n")?.contains("\u{1B}") == false)
    }

    @Test func `presets are saved, compared, loaded and removed, and are those of tunerctl`() throws {
        let bench = try TuneTestBench()
        let terminal = try #require(try TerminalClient(bench.gateway))
        let commands = [
            ("preset", "there are no presets\n"), ("set ui.a 1\nset ui.b 2", "ui.b: none -> 2\n"),
            ("preset save day", "day: preset saved, 2 values\n"),
            ("preset save some --match *.a", "some: preset saved, 1 value\n"), ("preset list", "day\nsome\n"),
            ("preset diff day", "no value differs\n"), ("set ui.a 5\nset ui.c 3", "ui.c: none -> 3\n"),
            ("preset diff some", "ui.a: 5 -> 1"), ("get ui.a", "5\n"), ("preset load some", "ui.a: 5 -> 1"),
            ("get ui.c", "3\n"), ("preset load day", "ui.c: 3 -> none\n"), ("undo", "ui.c: none -> 3"),
            ("preset load da", "there is no preset da; did you mean day?\n"),
            ("preset save a/b", "a/b"), ("preset remove day", "day: preset removed\n"),
            ("preset remove day", "there is no preset day"), ("preset", "some\n"),
        ]
        for (line, text) in commands {
            #expect(try terminal.reply(to: line, has: text), "\(line)")
        }
        #expect(try bench.daemon.value("layers.get", #"{"name":"preset:some"}"#)["source"] == "preset save --match *.a")
        let world = try bench.daemon.makeWorld()
        let member = try #require(try TerminalClient(bench.gateway, query: "?world=\(world)"))
        #expect(try member.reply(to: "preset load some", has: "this changes the shared state"))
    }

    @Test func `the kill switch, schema and forget use the declarations`() throws {
        let bench = try TuneTestBench()
        try bench.daemon.value("tunables.declare", #"{"key":"a.n","spec":{"type":"integer","default":1}}"#)
        let terminal = try #require(try TerminalClient(bench.gateway))
        let commands = [
            ("set a.n 2", "a.n: 1 -> 2\n"), ("schema 'a.*'", "      \"type\": \"integer\""),
            ("kill-switch on 'a.*' --reason hot", "a.n: 2 -> 1 (limited)\nkill switch on for a.*\n"),
            ("describe a.n", "(a.*): hot\n"), ("kill-switch off", "a.n: 1 -> 2 (local)\nkill switch off\n"),
            ("forget a.n", "a.n: 2 -> none\na.n: forgotten\n"), ("forget a.n", "there is no key a.n"),
        ]
        for (line, text) in commands {
            #expect(try terminal.reply(to: line, has: text), "\(line)")
        }
    }

    @Test func `no line after quit is run`() throws {
        let bench = try TuneTestBench()
        let terminal = try #require(try TerminalClient(bench.gateway))
        try terminal.send("set a 1\nquit\nset b 1")
        #expect(terminal.output(to: "\u{2}\u{3}") != nil)
        // The gateway has sent everything before on its connection for changes.
        #expect(try bench.content("PUT /tune/c/1") == "Set c = 1\n")
        #expect(try bench.daemon.value("tunables.getAll")["values"] == ["a": 1, "c": 1])
    }

    @Test(
        arguments: [
            ("exec sh", "there is no command exec"), ("!ls", "there is no command !ls"),
            ("export", "there is no command export"), ("edit a", "there is no command edit"),
            ("import /etc/passwd", "there is no command import"), ("with a=1 sh", "there is no command with"),
            ("sh -c ls", "there is no command sh"), ("flag test a b", "there is no command flag test"),
            ("set a", "VALUE is missing; for the usage, type: help"),
            ("get", "KEY is missing; for the usage, type: help"),
            ("set a b > /tmp/x", "> is one word too many"), ("get \"a", "a quote is not closed"),
            ("history many", "N must be a whole number from 1, got many"),
        ]
    )
    func `a line that is no command of the daemon is refused`(line: String, text: String) throws {
        let bench = try TuneTestBench()
        let terminal = try #require(try TerminalClient(bench.gateway))
        #expect(terminal.output(to: TerminalLine.helpText()) != nil)
        #expect(try terminal.reply(to: line, has: text))
        #expect(try bench.revision == 0)
    }

    // MARK: Watching

    @Test func `watch prints changes as they happen, until watch off, through a restart of the daemon`() throws {
        let gateway = try GatewayProcess()
        let terminal: TerminalClient
        do {
            let daemon = try RunningDaemon(in: gateway.directory)
            terminal = try #require(try TerminalClient(gateway))
            #expect(try terminal.reply(to: "watch ui.*", has: "watching; to stop, type: watch off\n"))
            try daemon.value("tunables.set", #"{"key":"other","value":1}"#)
            try daemon.value("tunables.set", #"{"key":"ui.a","value":1}"#)
            let first = terminal.output(to: "ui.a: none -> 1 (local)\n")
            #expect(first?.contains("other") == false)
            #expect(try terminal.reply(to: "set ui.a 2", has: "ui.a: 1 -> 2"))
            #expect(terminal.output(to: "ui.a: 1 -> 2 (local)\n") != nil)
            try daemon.program.crash()
        }
        #expect(terminal.output(to: "watch continues when the daemon is back\n") != nil)
        #expect(try terminal.reply(to: "get ui.a", has: "start one with: tunerctl start\n"))
        let daemon = try RunningDaemon(in: gateway.directory)
        // The watch connects again after a pause, and the changes before that are not reported one by one.
        var number = 2
        #expect(
            try eventually {
                number += 1
                try daemon.value("tunables.set", #"{"key":"ui.a","value":\#(number)}"#)
                return terminal.hasReceived("-> \(number - 1) (local)\n")
            }
        )
        #expect(try terminal.reply(to: "watch off\nping", has: "up\n"))
        try daemon.value("tunables.set", #"{"key":"ui.a","value":-1}"#)
        try terminal.send("get ui.a")
        #expect(terminal.output(to: "-1\n")?.contains("->") == false)
        #expect(try terminal.reply(to: "watch a(b", has: "a(b"))
        #expect(try terminal.reply(to: "ping", has: "up\n"))
    }

    @Test func `a list waits until the client has read the last page`() throws {
        let directory = try TemporaryDirectory()
        let daemon = try RunningDaemon(in: directory)
        let values = (0..<2_000).map { #""key-\#($0)":"\#(String(repeating: "v", count: 2_000))""# }
        try daemon.value("tunables.update", #"{"values":{\#(values.joined(separator: ","))}}"#)
        var routes: TerminalRoutes?
        let bench = try WebTestBench([Route(.get, "/ws", .restricted) { routes?.all[0].handler($0, $1, $2) }])
        let runtime = directory.path
        let path = SocketPath(option: nil, user: Kernel.userID) { $0 == "XDG_RUNTIME_DIR" ? runtime : nil }
        let calls = DaemonCalls(to: path, on: bench.loop)
        routes = TerminalRoutes(calls: calls, loop: bench.loop)
        let wire = try bench.connect()
        #expect(try bench.request("GET /ws", TerminalClient.handshake, on: wire).status == 101)
        try wire.write(TerminalClient.frame("list\nping"))
        // Each ping gives the daemon the time to respond to the gateway, too.
        for _ in 0..<200 {
            try bench.turn()
            try daemon.value("ping")
        }
        // The calls of the gateway are a greeting and one page.
        #expect(try daemon.value("server.stats")["methods"]?["tunables.list"]?["calls"] == 1)
        var text = ""
        #expect(
            try eventually {
                text += wire.read()
                try bench.turn()
                return text.hasSuffix("up\n")
            }
        )
        #expect(text.contains("\nkey-999 "))
        calls.close()
        try bench.turn(2)
    }

    @Test func `a terminal that does not read costs the others nothing, and receives all later`() throws {
        let bench = try TuneTestBench()
        let values = (0..<5_000).map { #""key-\#($0)":"\#(String(repeating: "v", count: 200))""# }
        try bench.daemon.value("tunables.update", #"{"values":{\#(values.joined(separator: ","))}}"#)
        let stalled = try #require(try TerminalClient(bench.gateway))
        #expect(stalled.output(to: TerminalLine.helpText()) != nil)
        try stalled.send("watch\nlist\nlist")
        let other = try #require(try TerminalClient(bench.gateway))
        for index in 0..<2_000 {
            try bench.daemon.value("tunables.set", #"{"key":"key-1","value":"\#(index)"}"#)
        }
        #expect(try other.reply(to: "get key-1", has: "1999\n"))
        var text = ""
        for _ in 0..<2 {
            text += try #require(stalled.output(to: "\nkey-999 "))
        }
        // The changes come between the pages of the lists, or after them.
        #expect(text.contains("-> 1999 (local)\n") || stalled.output(to: "-> 1999 (local)\n") != nil)
        #expect(try stalled.reply(to: "ping", has: "up\n"))
    }

    @Test func `the sources of layers are listed`() throws {
        let bench = try TuneTestBench()
        let terminal = try #require(try TerminalClient(bench.gateway))
        let advice = "no connected program fetches layers; start tunersync --config FILE\n"
        #expect(try terminal.reply(to: "sync-status", has: advice))
        let source = #"{"layer":"team","address":"http://h","state":"waiting","fetches":3,"failures":1,"error":"late"}"#
        try bench.daemon.value("sync.report", "{\"sources\":[\(source)]}")
        let line = "team  waiting    no fetch has succeeded, 3 fetches, 0 changes\nteam could not be fetched: late\n"
        #expect(try terminal.reply(to: "sync-status", has: line))
    }

    @Test func `layers are listed, activated and deactivated, and worlds are listed`() throws {
        let bench = try TuneTestBench()
        for name in ["team", "site"] {
            try bench.daemon.value("layers.put", #"{"name":"\#(name)","values":{"a":"\#(name)"}}"#)
        }
        let terminal = try #require(try TerminalClient(bench.gateway))
        #expect(try terminal.reply(to: "layers", has: "inactive"))
        #expect(try terminal.reply(to: "layers activate team site", has: "a: none -> team (layer:team)\n"))
        #expect(try terminal.reply(to: "layers activate team site", has: "no value has changed\n"))
        #expect(try terminal.reply(to: "layers deactivate team", has: "a: team -> site (layer:site)\n"))
        #expect(try terminal.reply(to: "layers deactivate site", has: "a: site -> none\n"))
        let world = try bench.daemon.makeWorld()
        #expect(try terminal.reply(to: "worlds", has: "\(world)  1 member  0 values"))
        let member = try #require(try TerminalClient(bench.gateway, query: "?world=\(world)"))
        for line in ["flag create b --bool", "flag remove b", "layers activate team", "layers deactivate team"] {
            #expect(try member.reply(to: line, has: "this changes the shared state"))
        }
        #expect(try terminal.reply(to: "flag get b", has: "there is no flag b"))
    }

    // MARK: Limits and worlds

    @Test func `a terminal in a world changes nothing outside`() throws {
        let bench = try TuneTestBench()
        let world = try bench.daemon.makeWorld()
        let terminal = try #require(try TerminalClient(bench.gateway, query: "?world=\(world)"))
        #expect(try terminal.reply(to: "set a 1", has: "a: none -> 1\n"))
        #expect(try terminal.reply(to: "get a", has: "1\n"))
        #expect(
            try terminal.reply(
                to: "undo",
                has: "the terminal is in the world \(world); open /ws without world= for it\n"
            )
        )
        #expect(try bench.request("GET /tune/a").status == 404)
        let ended = try #require(try TerminalClient(bench.gateway, query: "?world=w-0000000000000000"))
        #expect(try ended.reply(to: "get a", has: "w-0000000000000000"))
    }

    @Test func `there are at most 64 terminals, and a closed one makes room`() throws {
        let gateway = try GatewayProcess()
        var terminals: [TerminalClient] = []
        for _ in 0..<TerminalRoutes.mostTerminals {
            terminals.append(try #require(try TerminalClient(gateway)))
        }
        #expect(try TerminalClient(gateway) == nil)
        terminals.removeLast().wire.close()
        #expect(try eventually { try TerminalClient(gateway) != nil })
    }

    @Test func `kill-switch off says what it has not lifted`() throws {
        let bench = try TuneTestBench()
        let client = try #require(try TerminalClient(bench.gateway))
        #expect(try client.reply(to: "kill-switch off", has: "there is no kill switch to lift\n"))
        #expect(try client.reply(to: "kill-switch on 'ui.*'", has: "kill switch on for ui.*\n"))
        #expect(
            try client.reply(
                to: "kill-switch off nope",
                has: "no kill switch has the pattern nope; it is on for ui.*\n"
            )
        )
        #expect(try client.reply(to: "kill-switch off 'ui.*'", has: "kill switch off for ui.*\n"))
    }

    @Test func `watch in a world that has ended says so, and ends`() throws {
        let bench = try TuneTestBench()
        let world = try bench.daemon.makeWorld()
        let client = try #require(try TerminalClient(bench.gateway, query: "?world=\(world)"))
        #expect(try client.reply(to: "watch", has: "watching; to stop, type: watch off\n"))
        try bench.daemon.value("worlds.drop", "{\"world\":\"\(world)\"}")
        let output = try #require(client.output(to: "watch has ended\n"))
        #expect(output.contains(world))
        #expect(!output.contains("watch continues"))
        #expect(try client.reply(to: "help ping", has: "Print whether the daemon is up."))
    }
}
