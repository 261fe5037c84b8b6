import BlockingTests
import SystemCore
import TestSupport
import Testing

/// `tunerctl top` on a real terminal.
@Suite(.blocking, .enabled(if: Screen.isAvailable || Demands.areStrict, "missing here: tmux"))
struct TopCommandTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.shell(
            """
            tunerctl start
            tunerctl declare ui.corner --type number --default 12 --min 0 --max 40 --step 2
            tunerctl declare ui.mode --type string --default day --enum day --enum night
            tunerctl set ui.corner 20
            """
        )
    }

    private func screen(_ line: String = "tunerctl top") throws -> Screen {
        try Screen(line, environment: installation.searchingEnvironment, columns: 110)
    }

    /// Waits until the screen shows something, and fails if it never does.
    private func expect(
        _ screen: Screen,
        _ line: Int = #line,
        shows condition: (String) -> Bool
    ) throws {
        let text = try screen.text(until: condition)
        #expect(condition(text), "line \(line): \(text)")
    }

    private func value(of key: String) throws -> String { try installation.run("get", key).output }

    @Test func `top selects, steps, edits, resets, undoes and searches with keys`() throws {
        let screen = try screen()
        try expect(screen) { $0.contains("q quit") && $0.contains("ui.corner") }
        try screen.type("Right", "Right")
        #expect(try eventually { try value(of: "ui.corner") == "24\n" })
        try expect(screen) { $0.contains(#/ui\.corner +24 /#) }
        try screen.type("Down", "Right")
        #expect(try eventually { try value(of: "ui.mode") == "night\n" })
        try screen.type("Up", "Enter", "BSpace", "BSpace", "99", "Enter")
        try expect(screen) { $0.hasSuffix("ui.corner must be at most 40, got 99") }
        try screen.type("Enter", "C-u", "8", "Enter")
        #expect(try eventually { try value(of: "ui.corner") == "8\n" })
        try screen.type("u")
        #expect(try eventually { try value(of: "ui.corner") == "24\n" })
        try screen.type("d")
        #expect(try eventually { try value(of: "ui.corner") == "12\n" })
        try screen.type("/", "mode")
        let found = try screen.text { $0.hasSuffix("/mode▏") && !$0.contains("ui.corner") }
        #expect(found.contains("1 found by /mode"))
    }

    @Test func `top shows changes by other clients, new keys and a daemon restart`() throws {
        let screen = try screen()
        try expect(screen) { $0.contains("ui.corner") }
        _ = try installation.run("set", "ui.corner", "30")
        try expect(screen) { $0.contains(#/ui\.corner +30 /#) }
        _ = try installation.run("set", "game.speed", "4.5")
        try expect(screen) { $0.contains(#/game\.speed +4\.5 /#) }
        _ = try installation.run("reset", "game.speed")
        try expect(screen) { !$0.contains("game.speed") }
        _ = try installation.run("stop")
        try expect(screen) { $0.contains("waiting for the daemon") }
        _ = try installation.run("start")
        let set = try installation.run("set", "ui.corner", "32")
        #expect(set.code == 0, "\(set)")
        try expect(screen) { $0.contains(#/ui\.corner +32 /#) && !$0.contains("waiting for the daemon") }
    }

    @Test(arguments: ["q", "C-c", "TERM"])
    func `top restores the terminal on quit, interrupt and SIGTERM`(end: String) throws {
        let screen = try screen(
            "cd '\(installation.file(""))'; stty -a >before; sh -c 'echo $$ >pid; exec tunerctl top'; stty -a >after; cmp before after && echo same; cat"
        )
        try expect(screen) { $0.contains("q quit") }
        if end == "TERM" {
            _ = try installation.shell("kill -TERM $(cat '\(installation.file("pid"))')")
        } else {
            try screen.type(end)
        }
        let text = try screen.text { $0.contains("same") || $0.contains("differ") }
        #expect(text.contains("same"))
        #expect(!text.contains("ui.corner"))
    }

    @Test(arguments: ["q", "C-c"])
    func `top shows typed keys and ends at once while the daemon hangs`(end: String) throws {
        let screen = try screen("tunerctl top --timeout 5m; echo ended; cat")
        try expect(screen) { $0.contains("q quit") }
        let daemon = try installation.shell("tunerctl call server.info | sed -n 's/.*\"pid\": *\\([0-9]*\\).*/\\1/p'")
            .output
        _ = try installation.shell("kill -STOP \(daemon)")
        defer { _ = try? installation.shell("kill -CONT \(daemon)") }
        try screen.type("Right")
        try expect(screen) { $0.contains("waiting for the daemon at ") }
        try screen.type("/", "mode")
        try expect(screen) { $0.hasSuffix("/mode▏") }
        try screen.type("Enter", end)
        try expect(screen) { $0.hasSuffix("ended") }
    }

    @Test func `without a terminal, top names the commands for pipes`() throws {
        let result = try installation.run("top")
        #expect(result.code == 2)
        #expect(result.errors.contains("tunerctl list and tunerctl watch write to pipes"))
    }
}
