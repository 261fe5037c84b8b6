import SystemCore

/// A terminal with a program in it, which shows what a person would see: `tmux` plays it.
package final class Screen {
    private let socket: String
    private let folder: TemporaryDirectory

    /// What a machine must have for it.
    package static var isThere: Bool { Kernel.isProgram("/usr/bin/tmux") }

    /// Starts a shell's line in a terminal of so many columns.
    package init(_ line: String, environment: [String: String], columns: Int = 80) throws {
        folder = try TemporaryDirectory()
        socket = folder.file("tmux")
        let words = ["-f", "/dev/null", "-u", "new-session", "-d", "-x", "\(columns)", "-y", "24", line]
        let variables = environment.merging(["LANG": "C.UTF-8", "TERM": "xterm-256color"]) { given, _ in given }
        _ = try Program("/usr/bin/tmux", ["-S", socket] + words, environment: variables).wait()
    }

    deinit { _ = try? tmux("kill-server") }

    /// Presses keys, by their names in tmux, or types texts.
    package func type(_ keys: String...) throws { _ = try tmux(["send-keys"] + keys) }

    /// What is seen, without empty lines at the end, as soon as that is enough.
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
