import TestSupport
import Testing

/// Command lines, each after `$ `, and the output of each.
///
/// The exit code of a line that fails follows in brackets. Times, process IDs and the test's directory are replaced
/// by `TIME`, `PID` and `FOLDER`.
struct Transcript {
    private let lines: [String]
    private let text: String

    init(_ text: String) {
        self.text = text
        lines = text.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
    }

    /// Runs the lines in a shell with its own daemon, and compares the output.
    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let installation = try Installation(.daemon)
        _ = try installation.run("start")
        try check(in: installation, sourceLocation: sourceLocation)
    }

    /// Runs the lines in an existing installation, and compares the output.
    func check(in installation: Installation, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let script = lines.map { line in
            let quoted = line.replacing("'", with: #"'\''"#)
            return "printf '%s\\n' '$ \(quoted)'\n\(line)\ncode=$?; [ $code = 0 ] || echo \"[$code]\"\n"
        }
        let result = try installation.shell("cd '\(installation.file(""))'\n\(script.joined())")
        let printed = Transcript.plain(result.output, in: installation)
        #expect(printed == text, sourceLocation: sourceLocation)
    }

    /// Returns an output without the parts that differ in each run.
    static func plain(_ output: String, in installation: Installation? = nil) -> String {
        let output = installation.map { output.replacing($0.file("").dropLast(), with: "FOLDER") } ?? output
        return
            output
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "TIME")
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}/, with: "TIME")
            .replacing(/(tunerctl|vim)\[[0-9]+\]/) { "\($0.1)[PID]" }
            .replacing(/put [0-9]+ s ago/, with: "put N s ago")
            .replacing(/[0-9]+ s ago/, with: "TIME")
    }
}
