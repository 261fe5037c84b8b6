import ConsoleCore
import JSONCore
import Testing

@testable import WebGateway

struct TerminalLineTests {
    @Test(
        arguments: [
            ("", TerminalLine.nothing), (" \t", .nothing), ("# set a 1", .nothing), ("tunerctl", .nothing),
            ("help", .help(nil)), ("help flag", .help("flag")), ("list", .list(nil)), ("list ui", .list("ui")),
            ("  get\ta ", .get("a")),
            ("tunerctl get a", .get("a")), ("set a 1", .set("a", "1", for: nil)),
            (#"set a "x \"y\" z""#, .set("a", #"x "y" z"#, for: nil)),
            ("set a ''", .set("a", "", for: nil)), ("reset a", .reset("a")), ("reset-all", .resetAll(nil)),
            ("reset-all ui.*", .resetAll("ui.*")), ("last", .last), ("history", .history(10)),
            ("history 3", .history(3)),
            ("wait a", .wait("a", .present, within: 60)), ("wait a 1", .wait("a", .equal("1"), within: 60)),
            ("wait --timeout 10m a --above .5", .wait("a", .above(.number(.double(0.5))), within: 600)),
            ("wait a --below -2", .wait("a", .below(.number(.integer(-2))), within: 60)),
            ("wait a --changed --timeout 500ms", .wait("a", .changed, within: 0.5)),
            ("undo", .undo(skips: false)), ("undo --skip", .undo(skips: true)), ("redo", .redo), ("watch", .watch([])),
            ("watch a b", .watch(["a", "b"])),
            ("watch off", .watchOff), ("watch off on", .watch(["off", "on"])), ("flag", .flagList),
            ("flag get a", .flagGet("a")), ("flag set a b", .flagSet("a", "b", for: nil)),
            ("flag on a", .flagSet("a", "true", for: nil)),
            ("flag off a --for 5m", .flagSet("a", "false", for: 300)), ("flag toggle a", .flagToggle("a", for: nil)),
            ("set --for 1.5s a b", .set("a", "b", for: 1.5)), ("toggle a --for 2s", .toggle("a", for: 2)),
            ("step a", .step("a", 1, for: nil)), ("step a -3", .step("a", -3, for: nil)),
            ("describe a", .describe("a")),
            ("flag remove a", .flagRemove("a")), ("layers", .layers), ("layers list", .layers),
            ("layers activate a b", .activateLayers(["a", "b"])), ("layers deactivate a", .deactivateLayer("a")),
            ("sync-status", .syncStatus),
            ("worlds", .worlds), ("worlds list", .worlds), ("flag reset a", .flagReset("a")), ("ping", .ping),
            ("preset", .presets), ("preset list", .presets), ("preset save a", .presetSave("a", [])),
            ("preset save --match 'ui.*' a --match b", .presetSave("a", ["ui.*", "b"])),
            ("preset load a", .presetLoad("a", isDryRun: false)), ("preset diff a", .presetLoad("a", isDryRun: true)),
            ("preset remove a", .presetRemove("a")),
            ("exit", .quit), ("quit", .quit), ("forget a", .forget("a")), ("schema", .schema([])),
            ("schema a b.*", .schema(["a", "b.*"])), ("kill-switch on", .killSwitch(isOn: true, [], reason: nil)),
            (
                "kill-switch off 'a.*' --reason \"too hot\" b",
                .killSwitch(isOn: false, ["a.*", "b"], reason: "too hot")
            ),
        ]
    )
    func `a line is parsed`(line: String, command: TerminalLine) throws {
        #expect(try TerminalLine(line) == command)
    }

    @Test(
        arguments: [
            ("set a \"b", TerminalFault.openQuote), ("lst", .unknown("lst")), ("flag edit", .unknown("flag edit")),
            ("set", .missing("KEY")), ("set a", .missing("VALUE")), ("set a b c", .unexpected("c")),
            ("ping now", .unexpected("now")), ("set a 1 --for", .missing("TIME after --for")),
            ("toggle a --for soon", .time("--for", "soon")), ("toggle a --for 0", .time("--for", "0")),
            ("wait", .missing("KEY")), ("wait a --timeout soon", .time("--timeout", "soon")),
            ("wait a --timeout 11m", .longWait), ("wait a --above b", .bound("--above", "b")),
            ("wait a 1 --changed", .severalConditions), ("wait a --above 1 --below 2", .severalConditions),
            ("wait a b c", .unexpected("c")),
            ("step a x", .steps("x")),
            ("flag create a", .noFlagType), ("flag create a --bool --string b", .noFlagType),
            ("flag create --bool", .missing("KEY")), ("flag create a --string", .newFlag(.missing)),
            ("flag create a --bool b", .newFlag(.value("b", expectation: "true or false"))),
            ("layers put a", .unknown("layers put")),
            ("layers activate", .missing("NAME")), ("worlds create", .unknown("worlds create")),
            ("history 0", .number("N", "0")), ("kill-switch", .missing("on or off")), ("forget", .missing("KEY")),
            ("preset put", .unknown("preset put")), ("preset load", .missing("NAME")),
            ("preset save a --match", .missing("PATTERN after --match")),
            ("kill-switch a", .unknown("kill-switch a")), ("forget a b", .unexpected("b")),
            ("LIST", .unknown("LIST")), ("help lst", .unknown("lst")), ("help flag get", .unexpected("get")),
        ]
    )
    func `a line that is no command has a fault`(line: String, fault: TerminalFault) {
        #expect(throws: fault) { try TerminalLine(line) }
    }

    @Test(
        arguments: [
            ("a --bool", [String](), JSONKind.boolean, nil as String?), ("--bool a --default on", [], .boolean, "on"),
            ("a --string day,night --default night", ["day,night"], .string, "night"),
            ("a --number 1 2.5", ["1", "2.5"], .number, nil), ("a --object b={}", ["b={}"], .object, nil),
        ]
    )
    func `a new flag has the values and the default of the line`(
        words: String,
        values: [String],
        kind: JSONKind,
        fallback: String?
    ) throws {
        let flag = try NewFlag(values, of: kind, fallback: fallback)
        #expect(try TerminalLine("flag create \(words)") == .flagCreate("a", flag))
    }

    @Test func `an unknown command names the nearest one`() {
        #expect(TerminalFault.unknown("lst").sentence.hasPrefix("there is no command lst; did you mean l"))
        let sentence = TerminalFault.unknown("flag togle").sentence
        #expect(sentence == "there is no command flag togle; did you mean flag toggle?; for all, type: help")
        #expect(TerminalFault.unknown("layers activte").sentence.contains("did you mean layers activate?"))
        #expect(TerminalFault.unknown("flag x\0y").sentence.hasPrefix("there is no command flag x\\u{0}y; for all"))
    }

    @Test func `a command of tunerctl that the terminal does not have is named`() {
        #expect(
            TerminalFault.unknown("sync").sentence
                == "there is no command sync in this terminal; in a shell, type: tunerctl sync"
        )
        #expect(TerminalCommandName.others.isDisjoint(with: TerminalCommandName.words))
    }

    @Test func `help has the lines of one command`() {
        let undo = "  undo [--skip]  Undo the newest change made in a terminal or at /tune.\n"
        #expect(TerminalLine.helpText("undo") == undo)
        let lines = TerminalLine.helpText("flag").split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("  flag ") } == 9)
        #expect(lines.allSatisfy { $0.hasPrefix("  flag ") || $0.hasPrefix("     ") })
    }
}
