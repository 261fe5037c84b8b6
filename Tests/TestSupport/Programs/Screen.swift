import SystemCore

/// A terminal that runs a program and returns the visible text; `tmux` emulates the terminal.
package final class Screen {
    private let socket: String
    private let directory: TemporaryDirectory

    /// Whether `tmux` is installed.
    package static var isAvailable: Bool { Kernel.isProgram("/usr/bin/tmux") }

    /// Creates a terminal with `columns` columns that runs a shell command.
    package init(_ line: String, environment: [String: String], columns: Int = 80) throws {
        directory = try TemporaryDirectory()
        socket = directory.file("tmux")
        let words = ["-f", "/dev/null", "-u", "new-session", "-d", "-x", "\(columns)", "-y", "24", line]
        let variables = environment.merging(["LANG": "C.UTF-8", "TERM": "xterm-256color"]) { given, _ in given }
        _ = try Program("/usr/bin/tmux", ["-S", socket] + words, environment: variables).wait()
    }

    deinit { _ = try? tmux("kill-server") }

    /// Sends keys, by their names in tmux, or text.
    package func type(_ keys: String...) throws { try type(keys) }

    /// Sends a list of keys, by their names in tmux, or text.
    package func type(_ keys: [String]) throws { _ = try tmux(["send-keys"] + keys) }

    /// Returns the visible text without empty lines at its end, when it satisfies a condition or time is up.
    package func text(until isEnough: (String) -> Bool) throws -> String {
        var seen = ""
        _ = try eventually {
            let text = try tmux("capture-pane", "-p").output
            var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            while lines.last == "" { lines.removeLast() }
            seen = lines.joined(separator: "\n")
            return isEnough(seen)
        }
        return seen
    }

    private func tmux(_ words: String...) throws -> Program.Result { try tmux(words) }

    private func tmux(_ words: [String]) throws -> Program.Result {
        try Program("/usr/bin/tmux", ["-S", socket] + words).wait()
    }
}
