import Testing

@testable import WebGateway

struct TerminalLineTests {
    @Test(
        arguments: [
            ("", TerminalLine.nothing), (" \t", .nothing), ("# set a 1", .nothing), ("tunerctl", .nothing),
            ("help", .help), ("list", .list(nil)), ("list ui", .list("ui")), ("  get\ta ", .get("a")),
            ("tunerctl get a", .get("a")), ("set a 1", .set("a", "1")), (#"set a "x \"y\" z""#, .set("a", #"x "y" z"#)),
            ("set a ''", .set("a", "")), ("reset a", .reset("a")), ("reset-all", .resetAll(nil)),
            ("reset-all ui.*", .resetAll("ui.*")), ("last", .last), ("history", .history(10)),
            ("history 3", .history(3)),
            ("undo", .undo), ("redo", .redo), ("watch", .watch([])), ("watch a b", .watch(["a", "b"])),
            ("watch off", .watchOff), ("watch off on", .watch(["off", "on"])), ("flag", .flagList),
            ("flag get a", .flagGet("a")), ("flag set a b", .flagSet("a", "b")), ("flag on a", .flagSet("a", "true")),
            ("flag reset a", .flagReset("a")), ("ping", .ping), ("exit", .quit), ("quit", .quit),
        ]
    )
    func `a line is parsed`(line: String, command: TerminalLine) throws {
        #expect(try TerminalLine(line) == command)
    }

    @Test(
        arguments: [
            ("set a \"b", TerminalFault.openQuote), ("lst", .unknown("lst")), ("flag edit", .unknown("flag edit")),
            ("set", .missing("KEY")), ("set a", .missing("VALUE")), ("set a b c", .unexpected("c")),
            ("ping now", .unexpected("now")), ("history 0", .number("N", "0")), ("LIST", .unknown("LIST")),
        ]
    )
    func `a line that is no command has a fault`(line: String, fault: TerminalFault) {
        #expect(throws: fault) { try TerminalLine(line) }
    }

    @Test func `an unknown command names the nearest one`() {
        #expect(TerminalFault.unknown("lst").sentence.hasPrefix("there is no command lst; did you mean l"))
    }
}
