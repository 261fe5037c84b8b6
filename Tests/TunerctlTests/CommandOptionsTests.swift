import BlockingTests
import OptionCore
import Synchronization
import SystemCore
import TestSupport
import Testing

@testable import TunerCommands

/// The options of a single command.
@Suite(.blocking) struct CommandOptionsTests {
    private struct Settings: Equatable {
        var words: [String] = []
        var isLoud = false
        var count: Int64 = 1
    }

    private final class SettingsLog: Sendable {
        let settings = Mutex<[Settings]>([])
    }

    @Test func `a command applies its options in order to its own settings`() throws {
        let line = [
            GivenOption("--word", "a"), GivenOption("--count", "2"), GivenOption("--word", "b"),
            GivenOption("--count", "3"), GivenOption("--loud", ""),
        ]
        #expect(try run(line) == [Settings(words: ["a", "b"], isLoud: true, count: 3)])
        #expect(try run([]) == [Settings()])
    }

    @Test func `a second run starts again with the options of the command line`() throws {
        let settings = Settings(count: 5)
        #expect(try run([GivenOption("--count", "5")], times: 2) == [settings, settings])
    }

    @Test(
        arguments: [
            (GivenOption("--limit", "1"), .unknown("--limit", nearest: nil)),
            (GivenOption("--lod", ""), .unknown("--lod", nearest: "--loud")),
            (GivenOption("--sokcet", "s"), .unknown("--sokcet", nearest: "--socket")),
            (GivenOption("--count", "0"), .value("0", option: "--count", expectation: "a whole number from 1")),
        ] as [(GivenOption, OptionFault)]
    )
    func `a command refuses unknown options and invalid option values`(
        given: GivenOption,
        fault: OptionFault
    ) {
        #expect(throws: fault) { try run([given]) }
    }

    @Test func `an option takes a value in every command or in none`() {
        let shapes = GlobalOptions.shapes + Command.all.flatMap(\.options)
        // `bake --check` is like that of other tools, and has no value; `try --check` has the command of the check.
        for (name, shapes) in Dictionary(grouping: shapes, by: \.name) where name != "--check" {
            #expect(Set(shapes.map(\.hasValue)).count == 1, "\(name)")
        }
    }

    @Test func `completion offers the actions of a command, and the options of the action`() throws {
        try Transcript(
            """
            $ tunerctl completions of -- flag s; tunerctl completions of -- help flag cr
            set
            create
            $ tunerctl completions of -- flag create --b; tunerctl completions of -- flag list --b
            --bool
            $ tunerctl completions of -- flag list --m; tunerctl completions of -- flag on --for 10m ui.D
            --match
            ui.DarkMode
            $ tunerctl completions of -- flag set ui.DarkMode o; tunerctl completions of -- preset load x o
            off
            on

            """
        ).check()
    }

    @Test func `an option before the command name belongs to the command`() throws {
        try Transcript(
            """
            $ tunerctl --format duration declare c --type string --default PT10S
            $ tunerctl call tunables.export | tr , '\\n' | grep format
            "format":"duration"}}
            $ tunerctl --match c list --match=d
            c PT10S
            $ tunerctl --type array get c
            tunerctl: there is no option --type; see tunerctl help get
            [2]
            $ tunerctl --type array flag get c
            tunerctl: --type must be boolean, string, integer, number or object, got array; see tunerctl help flag get
            [2]
            $ tunerctl --limit 0 list
            tunerctl: --limit must be a whole number from 1, got 0; see tunerctl help list
            [2]

            """
        ).check()
    }

    /// Runs a command that stores its settings and then changes them.
    private func run(_ given: [GivenOption], times: Int = 1) throws -> [Settings] {
        let log = SettingsLog()
        let command = Command(
            "probe",
            "Notes its settings.",
            settings: Settings(),
            options: [
                .text("--word", "TEXT", "a word") { $0.words.append($1) },
                Option("--loud", "says more") { $0.isLoud = true },
                .whole("--count", "N", from: 1, "how often") { $0.count = $1 },
            ],
            examples: []
        ) { (_, settings, _) throws(Failure) in
            let now = settings
            log.settings.withLock { $0.append(now) }
            settings.count += 1
            return .done
        }
        let body = try command.body(given)
        for _ in 0..<times { _ = try body(try Invocation(["ping"]), Output(.never)) }
        return log.settings.withLock(\.self)
    }
}
