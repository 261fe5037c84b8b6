import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// The messages of `sync`.
struct SyncReport {
    private let file: String
    private let output: Output
    /// The keys whose values are not printed.
    var secretKeys: Set<String> = []

    init(_ file: String, _ output: Output) {
        self.file = file
        self.output = output
    }

    /// The path of the file that receives values which lost a conflict.
    private var conflictsFile: String { CompanionName.path(beside: file, ending: ".conflicts") }

    /// Prints what is synchronized, and how to end it, if standard error is a terminal.
    func begin(_ options: SyncOptions, keys: Int) {
        guard (try? Kernel.withStandardError({ Kernel.isTerminal($0) })) == true else { return }
        let arrow =
            switch options.direction {
            case .both: "<->"
            case .pull: "<-"
            case .push: "->"
            }
        let patterns = (options.match?.texts ?? []).map { "'\($0.shownWhole)'" }.joined(separator: " or ")
        let match = patterns.isEmpty ? "" : " \(keys == 1 ? "matches" : "match") \(patterns)"
        output.note(
            "sync: \(file.shownWhole) \(arrow) tunerd (\(CountText.of(keys, "key"))\(match)); end with Ctrl-C\n"
        )
    }

    /// Prints the changes.
    func report(_ edits: [SyncMerge.Assignment], from side: String) {
        print(
            edits.map { edit in
                guard output.isJSON else {
                    let (old, new) = (shown(edit.old, of: edit.key), shown(edit.value, of: edit.key))
                    return "\(edit.key.shownWhole): \(ValueText.line(old)) -> \(ValueText.line(new)) (from \(side))"
                }
                var members: JSONObject = ["key": .string(edit.key)]
                members["value"] = shown(edit.value, of: edit.key)
                members["old"] = shown(edit.old, of: edit.key)
                members["from"] = .string(side)
                return JSONText.compact(.object(members)).escapedForTerminals
            }
        )
    }

    /// Prints the conflicts on standard error.
    func report(_ conflicts: [SyncMerge.Conflict]) {
        for conflict in conflicts {
            let (kept, lost) = (shown(conflict.daemon, of: conflict.key), shown(conflict.file, of: conflict.key))
            reportProblem(
                "\(conflict.key.shownWhole) changed on both sides: the daemon keeps \(ValueText.line(kept)), "
                    + "and the file's \(ValueText.line(lost)) is stored in \(conflictsFile.shownWhole)"
            )
        }
    }

    /// Appends the file's values that lost a conflict to the file of conflicts.
    func keep(_ conflicts: [SyncMerge.Conflict]) throws(SystemError) {
        let time = Kernel.wallTime().rfc3339
        let lines = conflicts.map { conflict in
            var members: JSONObject = ["time": .string(time), "key": .string(conflict.key)]
            members["file"] = conflict.file
            members["daemon"] = conflict.daemon
            return "\(JSONText.compact(.object(members)))\n"
        }
        let kept = KernelFile(try Kernel.open(conflictsFile, [.write, .create], mode: newMode))
        let text = Array(lines.joined().utf8)
        try kept.writeFully(text.span, at: try kept.status().size)
    }

    /// The mode of new files: only the user may read those that can have secret values.
    var newMode: UInt32 { secretKeys.isEmpty ? 0o644 : 0o600 }

    /// Returns what a message shows of a value.
    private func shown(_ value: JSON?, of key: String) -> JSON? {
        secretKeys.contains(key) && !output.reveals ? value.map { _ in .secretMark } : value
    }

    /// Returns a sentence about a file that cannot be read.
    func sentence(about error: SystemError) -> String {
        switch error.errno {
        case .noSuchFile: "\(file.shownWhole) does not exist; waiting for it"
        case .isDirectory: "\(file.shownWhole) is a directory; name a file"
        case .notSupported: "\(file.shownWhole) is not a regular file; name a regular file"
        default: error.description.shownWhole
        }
    }

    /// Returns a sentence about a fault of the whole file.
    func sentence(about fault: InputFile.Fault) -> String {
        switch fault {
        case .noJSON(let fault, let line, let column):
            "\(file.shownWhole):\(line):\(column): invalid JSON: \(fault.reason)"
        case .duplicate(let name, let line, let column):
            "\(file.shownWhole):\(line):\(column): \(name.shown) is given twice"
        case .byteOrderMark: "\(file.shownWhole):1:1: \(fault)"
        case .noObject, .tooLong: "\(file.shownWhole) \(fault)"
        }
    }

    /// Prints the daemon's error about values of the file, each with its position.
    func reportProblem(_ error: RemoteError, in text: SyncText) {
        for fault in error.data["faults"]?.elements ?? [error.data] {
            let sentence = fault["message"]?.text ?? error.message
            if let key = fault["key"]?.text {
                reportProblem((key, sentence), in: text)
            } else {
                reportProblem("\(file.shownWhole): \(sentence.shownWhole)")
            }
        }
    }

    /// Prints a fault of a key, with its position.
    func reportProblem(_ fault: (key: String, sentence: String), in text: SyncText) {
        let (line, column) = text.position(of: fault.key)
        reportProblem("\(file.shownWhole):\(line):\(column): \(fault.sentence.shownWhole)")
    }

    func reportProblem(_ sentence: String) { Output.writeError("tunerctl: \(sentence)\n") }

    private func print(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        // A closed output must not stop the synchronization.
        _ = try? output.print(lines.map { "\($0)\n" }.joined())
    }
}
