import BlockingTests
import JSONCore
import TestSupport
import Testing

/// `tunerctl accept` and `reject`, the real programs.
@Suite(.blocking) struct AcceptCommandTests {
    private static let terminal: ConditionTrait = .enabled(
        if: Screen.isAvailable || Demands.areStrict,
        "missing here: tmux"
    )
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.run("start")
        _ = try installation.run("set", "wind=4", "rain=1")
        _ = try installation.run("flag", "create", "beta", "--bool", "--default", "off")
    }

    /// Proposes values, and returns the ID of the proposal.
    private func propose(_ values: String) throws -> String {
        let call = #"tunerctl call worlds.propose '{"summary":"calmer\nwaves"}'"#
        let output = try installation.shell("tunerctl with \(values) -- \(call)").output
        guard case .string(let id)? = try JSON.parse(output)["world"] else {
            Issue.record("no proposal: \(output)")
            return ""
        }
        return id
    }

    private func check(_ text: String) throws { try Transcript(text).check(in: installation) }

    @Test func `accept makes all values and flags of a proposal one commit that undo undoes as one`() throws {
        _ = try propose("wind=9 rain=2 beta=on")
        try check(
            """
            $ tunerctl accept --list | sed -e 's/^[^ ]*/ID/' -e 's/[0-9]*\\]/PID]/'
            ID  2 values, 1 flag  tunerctl[PID]  calmer waves
            $ tunerctl worlds | sed -e 's/^[^ ]*/ID/' -e 's/[0-9]*\\]/PID]/' -e 's/: .*/: SUMMARY/'
            ID  0 members  2 values, 1 flag  tunerctl[PID]  proposes: SUMMARY
            $ tunerctl get wind
            4
            $ tunerctl accept
            tunerctl: without a terminal to ask on, add --yes; see tunerctl help accept
            [2]
            $ tunerctl accept --yes 2>&1 | sed -e 's/^.* proposes .*: /HEAD: /'
            HEAD: calmer waves
            beta: override on
            rain: 1 -> 2 (world)
            wind: 4 -> 9 (world)
            rain: 1 -> 2 (local)
            wind: 4 -> 9 (local)
            tunerctl: accepted; to undo this: tunerctl undo --everyone
            $ tunerctl flag get beta
            true
            $ tunerctl history 1 | head -n 1 | cut -d ' ' -f 3- | sed 's/[0-9]*\\]/PID]/'
            tunerctl: calmer waves[PID] worlds.merge
            $ tunerctl accept --list
            tunerctl: no proposal waits
            $ tunerctl undo --everyone
            beta: override removed
            rain: 2 -> 1 (local)
            wind: 9 -> 4 (local)
            $ tunerctl flag get beta
            false

            """
        )
    }

    /// Runs `tunerctl accept` in a terminal, types a line at its question, and returns everything that it prints.
    private func accept(
        _ arguments: String,
        typing line: String,
        during question: () throws -> Void = {}
    ) throws -> String {
        let screen = try Screen(
            "tunerctl accept \(arguments); echo END $?; cat",
            environment: installation.searchingEnvironment,
            columns: 200
        )
        _ = try screen.text { $0.hasSuffix("[y/N]") }
        try question()
        try screen.type(line, "Enter")
        return try screen.text { $0.contains("END") }
    }

    @Test(Self.terminal)
    func `accept shows the difference and what has changed since, and changes nothing without a yes`() throws {
        let id = try propose("wind=9 beta=on")
        _ = try installation.run("set", "wind", "5")
        let shown = try accept(String(id.prefix(4)), typing: "n")
        #expect(shown.contains("proposes \(id): calmer waves"))
        #expect(shown.contains("beta: override on\nwind: 5 -> 9 (world)\n"))
        #expect(shown.contains("wind has changed since the proposal was made\n"))
        #expect(shown.contains("Apply 1 value, 1 flag for all programs?"))
        #expect(shown.contains("tunerctl: nothing changed; the proposal stays\nEND 1"))
        #expect(try installation.run("get", "wind").output == "5\n")
        #expect(try accept("", typing: "y").contains("wind: 5 -> 9 (local)"))
        #expect(try installation.run("get", "wind").output == "9\n")
    }

    @Test func `reject ends a proposal, and both commands name the proposals that wait`() throws {
        let (first, second) = (try propose("wind=9"), try propose("wind=8"))
        let ambiguous = try installation.run("reject")
        #expect(ambiguous.code == 2 && ambiguous.errors.contains(first) && ambiguous.errors.contains(second))
        #expect(try installation.run("reject", first).errors.hasPrefix("tunerctl: rejected \(first) of tunerctl"))
        let missing = try installation.run("accept", "--yes", first)
        #expect(missing.code == 3)
        #expect(missing.errors == "no proposal \(first) waits; tunerctl accept --list prints those that wait\n")
        #expect(try installation.run("accept", "--yes", second).code == 0)
        #expect(try installation.run("get", "wind").output == "8\n")
    }

    @Test(Self.terminal)
    func `accept shows the new differences and asks again if values change during the question`() throws {
        _ = try propose("wind=9")
        let screen = try Screen(
            "tunerctl accept; echo END $?; cat",
            environment: installation.searchingEnvironment,
            columns: 200
        )
        _ = try screen.text { $0.hasSuffix("[y/N]") }
        _ = try installation.run("set", "wind", "7")
        try screen.type("y", "Enter")
        let again = try screen.text { $0.hasSuffix("[y/N]") && $0.contains("wind: 7 -> 9 (world)") }
        #expect(again.contains("tunerctl: nothing changed yet: shared values have changed in the meantime\n"))
        #expect(try installation.run("get", "wind").output == "7\n")
        try screen.type("y", "Enter")
        #expect(try screen.text { $0.contains("END") }.contains("wind: 7 -> 9 (local)"))
        #expect(try installation.run("get", "wind").output == "9\n")
    }

    @Test(Self.terminal) func `accept says that the proposal has ended during the question`() throws {
        let id = try propose("wind=9")
        let shown = try accept("", typing: "y") { _ = try installation.run("reject", id) }
        #expect(shown.contains("the proposal \(id) was accepted, rejected or replaced in the meantime\nEND 3"))
        #expect(try installation.run("get", "wind").output == "4\n")
    }

    @Test func `accept shows all values of a large proposal, and those that have no effect`() throws {
        _ = try installation.run("declare", "net.pool", "--type", "integer", "--default", "8")
        let numbers = "$(seq -f 'k%g=1' 10001 11500)"
        _ = try propose("net.pool=8 \(numbers)")
        let output = try installation.run("accept", "--yes")
        #expect(output.code == 0)
        #expect(output.errors.contains("net.pool: 8 (stored, no effect now)\n"))
        #expect(output.errors.split(separator: "\n").count { $0.hasSuffix(": none -> 1 (world)") } == 1_500)
        #expect(try installation.run("get", "k11500").output == "1\n")
    }

    @Test func `accept shows the values of secret keys with --reveal`() throws {
        _ = try installation.run("declare", "token", "--type", "string", "--secret")
        _ = try propose("token=hunter2")
        let output = try installation.run("accept", "--yes", "--reveal")
        #expect(output.errors.contains("token: none -> hunter2 (world)"))
    }

    @Test(Self.terminal) func `accept shows no value of a secret key, and stores it`() throws {
        _ = try installation.run("declare", "token", "--type", "string", "--secret")
        _ = try propose("token=hunter2")
        let output = try accept("", typing: "y")
        #expect(output.contains("token: none -> (secret)") && !output.contains("hunter2"))
        #expect(try installation.run("get", "token", "--reveal").output == "hunter2\n")
    }
}
