import BlockingTests
import SystemCore
import TestSupport
import Testing

/// Tests of the prompt of `tunerctl shell` and of completion, with the real programs in a real terminal.
@Suite(.blocking, .enabled(if: Screen.isAvailable || Demands.areStrict, "missing here: tmux"))
struct ShellPromptTests {
    private let installation: Installation

    init() throws {
        installation = try Installation(.daemon)
        _ = try installation.shell(
            """
            tunerctl start
            tunerctl declare ui.mode --type string --default day --enum day --enum night
            tunerctl declare ui.cornerRadius --type number --default 12
            tunerctl update ui.color=red net.port=80
            """
        )
    }

    /// Lets bash complete lines, without the time limit of completion at a prompt.
    private static let completing = """
        tunerctl() { command tunerctl --timeout 60 "$@"; }; source <(tunerctl completions bash); clear; echo ready
        """

    private func screen(_ line: String, columns: Int = 80) throws -> Screen {
        try Screen(line, environment: installation.searchingEnvironment, columns: columns)
    }

    @Test func `the shell edits and completes lines and recalls history`() throws {
        let screen = try screen("tunerctl shell --quiet")
        try screen.expect("tuner>")
        // While a command runs, the terminal belongs to the command, and shows typed text at once.
        try screen.type("sett", "BSpace", " ui.m", "Tab", "ni", "Tab", "Enter")
        _ = try screen.text { $0.hasSuffix("-> night\ntuner>") }
        try screen.type("get ui.mode", "Enter")
        try screen.expect("tuner> set ui.mode night\nui.mode: day -> night\ntuner> get ui.mode\nnight\ntuner>")
        try screen.type("C-l")
        try screen.expect("tuner>")
        try screen.type("Up", "Up", "C-a", "C-e", "C-w", "day", "Enter")
        _ = try screen.text { $0.hasSuffix("-> day\ntuner>") }
        try screen.type("ge", "Tab", "ui.co", "Tab")
        let seen =
            "tuner> set ui.mode day\nui.mode: night -> day\n"
            + "tuner> get ui.co\nui.color  ui.cornerRadius\ntuner> get ui.co"
        try screen.expect(seen)
        try screen.type("C-c")
        try screen.expect(seen + "^C\ntuner>")
    }

    @Test func `the shell shows the part of a long line around the cursor`() throws {
        let screen = try screen("tunerctl shell --quiet", columns: 20)
        try screen.expect("tuner>")
        try screen.type("set ui.title 日本語日本語")
        try screen.expect("tuner> 日本語日本語")
    }

    @Test func `the shell prints watched changes above the input line`() throws {
        let screen = try screen("tunerctl shell --quiet")
        try screen.expect("tuner>")
        try screen.type("watch ui.*", "Enter")
        _ = try screen.text { $0.hasSuffix("tuner> watch ui.*\ntuner>") }
        try screen.type("get ui")
        _ = try screen.text { $0.hasSuffix("get ui") }
        _ = try installation.run("set", "ui.color", "blue")
        try screen.expect("tuner> watch ui.*\nui.color: red -> blue (local)\ntuner> get ui")
    }

    @Test func `the shell reports a daemon restart once and prints later changes`() throws {
        let screen = try screen("tunerctl shell", columns: 200)
        _ = try screen.text { $0.hasSuffix("tuner>") }
        try screen.type("watch", "Enter")
        _ = try screen.text { $0.hasSuffix("watch\ntuner>") }
        _ = try installation.run("stop")
        _ = try screen.text { $0.contains("lost the connection") }
        _ = try installation.run("start")
        _ = try installation.run("set", "ui.color", "green")
        let seen = try screen.text { $0.contains("green") }
        #expect(seen.contains("ui.color: red -> green (local)"))
        #expect(seen.split(separator: "lost the connection").count == 2)
    }

    @Test(arguments: ["C-d", "quit", "TERM", "HUP"])
    func `the shell restores the terminal settings on exit and on signals`(end: String) throws {
        let screen = try screen(
            "cd '\(installation.file(""))'; stty -a >before; sh -c 'echo $$ >pid; exec tunerctl shell --quiet'; stty -a >after; cmp before after && echo same; cat"
        )
        _ = try screen.text { $0.hasSuffix("tuner>") }
        switch end {
        case "C-d": try screen.type("C-d")
        case "quit": try screen.type("quit", "Enter")
        default: _ = try installation.shell("kill -\(end) $(cat '\(installation.file("pid"))')")
        }
        #expect(try screen.text { $0.contains("same") || $0.contains("differ") }.contains("same"))
    }

    @Test func `the shell prints the daemon's version and socket, and how to get help and to exit`() throws {
        let screen = try screen("tunerctl shell", columns: 200)
        let seen = try screen.text { $0.hasSuffix("tuner>") }
        let version = try installation.run("--version").output.split(separator: " ").last?.dropLast() ?? ""
        #expect(!version.isEmpty)
        #expect(
            seen == """
                tunerd \(version) responds at \(installation.socket)
                Type help to list the commands, or press Ctrl-D to exit.
                tuner>
                """
        )
    }

    @Test func `Ctrl-C ends the command that runs, and the shell continues`() throws {
        let screen = try screen("tunerctl shell; echo ended", columns: 200)
        _ = try screen.text { $0.hasSuffix("tuner>") }
        try screen.type("wait ui.absent", "Enter")
        _ = try screen.text { $0.contains("waiting for it") }
        try screen.type("C-c")
        _ = try screen.text { $0.hasSuffix("^C\ntuner>") }
        try screen.type("tunerctl get ui.mode", "Enter")
        let seen = try screen.text { $0.hasSuffix("day\ntuner>") || $0.contains("ended") }
        #expect(seen.hasSuffix("^C\ntuner> tunerctl get ui.mode\nday\ntuner>"), "\(seen)")
    }

    @Test func `the commands of a shell on a terminal have the options of the shell`() throws {
        let screen = try screen("tunerctl shell --quiet --json")
        _ = try screen.text { $0.hasSuffix("tuner>") }
        try screen.type("set ui.absent 1", "Enter", "get ui.color", "Enter")
        let seen = try screen.text { $0.hasSuffix("}\ntuner>") && $0.contains("get ui.color") }
        #expect(seen.contains("get ui.color\n{"), "\(seen)")
        #expect(!seen.contains("is new"), "\(seen)")
    }

    @Test func `without a daemon the shell says so, and its start command starts one`() throws {
        _ = try installation.run("stop")
        let screen = try screen("tunerctl shell", columns: 200)
        let seen = try screen.text { $0.hasSuffix("tuner>") }
        #expect(seen.hasPrefix("No daemon responds at \(installation.socket). Type start to start one.\n"))
        try screen.type("start", "Enter", "get ui.mode", "Enter")
        #expect(try screen.text { $0.hasSuffix("day\ntuner>") }.hasSuffix("day\ntuner>"))
    }

    @Test func `the lines of one session come back in the next, but not lines that begin with a space`() throws {
        let screen = try screen("tunerctl shell --quiet; clear; tunerctl shell --quiet")
        try screen.expect("tuner>")
        try screen.type("get ui.mode", "Enter")
        _ = try screen.text { $0.hasSuffix("day\ntuner>") }
        try screen.type("Space", "get ui.color", "Enter")
        _ = try screen.text { $0.hasSuffix("red\ntuner>") }
        try screen.type("C-d")
        try screen.expect("tuner>")
        try screen.type("Up", "Enter")
        try screen.expect("tuner> get ui.mode\nday\ntuner>")
        #expect(try installation.text(of: "home/.local/state/tuner/history") == "get ui.mode\n")
    }

    @Test func `a history file that cannot be used gives one note, and the shell works`() throws {
        try Kernel.createDirectory(installation.file("home/.local/state/tuner/history"), mode: 0o700)
        let screen = try screen("tunerctl shell", columns: 200)
        _ = try screen.text { $0.hasSuffix("tuner>") }
        try screen.type("get ui.mode", "Enter", "get ui.color", "Enter")
        let seen = try screen.text { $0.hasSuffix("red\ntuner>") }
        #expect(seen.hasSuffix("red\ntuner>"))
        #expect(seen.split(separator: "does not store its lines").count == 2)
    }

    @Test func `Ctrl-R searches in the history, and Enter runs the found line`() throws {
        let screen = try screen("tunerctl shell --quiet")
        try screen.expect("tuner>")
        try screen.type("get ui.mode", "Enter")
        _ = try screen.text { $0.hasSuffix("day\ntuner>") }
        try screen.type("get ui.color", "Enter")
        _ = try screen.text { $0.hasSuffix("red\ntuner>") }
        try screen.type("ping --json", "C-u", "C-l")
        try screen.expect("tuner>")
        try screen.type("C-r", "ui")
        try screen.expect("(reverse-i-search)'ui': get ui.color")
        try screen.type("C-r")
        try screen.expect("(reverse-i-search)'ui': get ui.mode")
        try screen.type("x")
        try screen.expect("(failed reverse-i-search)'uix': get ui.mode")
        try screen.type("BSpace", "BSpace", "Escape")
        try screen.expect("tuner> get ui.color")
        try screen.type("C-r", ".mo", "Enter")
        try screen.expect("tuner> get ui.mode\nday\ntuner>")
        try screen.type("unfinished", "C-r", "color", "C-g")
        try screen.expect("tuner> get ui.mode\nday\ntuner> unfinished")
    }

    @Test
    func `bash completes commands, keys and values`() throws {
        let screen = try screen("PS1='$ ' bash --norc")
        try screen.expect("$")
        try screen.type(Self.completing, "Enter")
        try screen.expect("ready\n$")
        try screen.type("tunerctl descr", "Tab", "net", "Tab")
        try screen.expect("ready\n$ tunerctl describe net.port")
        try screen.type("C-u", "tunerctl with ui.mo", "Tab", "n", "Tab", "Space")
        try screen.expect("ready\n$ tunerctl with ui.mode=night")
    }

    @Test
    func `bash completes names that contain a colon`() throws {
        _ = try installation.shell(
            """
            for name in team:red team:blue; do echo '{"values":{"a":1}}' | tunerctl layers put - --name $name; done
            tunerctl declare net.host --type string --default db:80 --enum db:80 --enum web:8080 --enum web:9090
            """
        )
        let screen = try screen("PS1='$ ' bash --norc")
        try screen.expect("$")
        try screen.type(Self.completing, "Enter")
        try screen.expect("ready\n$")
        try screen.type("tunerctl layers get te", "Tab", "r", "Tab")
        try screen.expect("ready\n$ tunerctl layers get team:red")
        try screen.type("C-u", "tunerctl set net.host web:9", "Tab")
        try screen.expect("ready\n$ tunerctl set net.host web:9090")
        try screen.type("C-u", "tunerctl with net.host=w", "Tab", "8", "Tab")
        try screen.expect("ready\n$ tunerctl with net.host=web:8080")
    }
}

extension Screen {
    /// Waits for a text, because the screen can show a similar text before.
    fileprivate func expect(_ wanted: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let seen = try text { $0 == wanted }
        #expect(seen == wanted, sourceLocation: sourceLocation)
    }
}
