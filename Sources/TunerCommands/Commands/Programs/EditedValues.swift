import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// Values in a file for an editor, in a separate directory.
struct EditedValues {
    private let invocation: Invocation
    private let output: Output
    private let patterns: PatternList?
    private let directory: String
    /// The values before they were edited.
    private var values = JSONObject()
    private var revision: Int64 = 0

    init(_ patterns: PatternList?, _ invocation: Invocation, _ output: Output) {
        self.invocation = invocation
        self.output = output
        self.patterns = patterns
        let parent = Kernel.environmentPath("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        directory = "\(parent)/tunerctl-edit-\(Kernel.processID)"
    }

    private var file: String { "\(directory)/values.json" }
    private var schema: String { "\(directory)/values.schema.json" }

    /// Opens the editor until the changes are stored or the person gives up.
    consuming func run() throws(Failure) -> ExitCode {
        // The terminal sends these signals to tunerctl too, but they are meant for the editor.
        Kernel.holdSignals([.interrupt, .quit])
        try read()
        if values.isEmpty, patterns != nil {
            output.note("tunerctl: no key matches; list the keys with: tunerctl list\n")
            return .notFound
        }
        let text = try write()
        while true {
            do throws(Failure) {
                try openEditor()
                guard !isRemoved else {
                    Output.writeError("tunerctl: the editor removed \(file.shownWhole); nothing was stored\n")
                    remove()
                    return .refused
                }
            } catch {
                // A person may leave the editor with an error to store nothing. Keep the file if its text was changed.
                if (try? InputFile.bytes(of: file)) == text { remove() } else { reportLocation() }
                throw error
            }
            do throws(Failure) {
                try store()
                remove()
                return .done
            } catch {
                error.report(asJSON: output.isJSON)
                guard confirmsEditingAgain() else {
                    reportLocation()
                    return error.exitCode
                }
                if error.isConflict { try recheck() }
            }
        }
    }

    private mutating func read() throws(Failure) {
        var parameters = PageParameters()
        parameters.match = patterns
        let response = try invocation.connect().call(API.Tunables.getAll, parameters).result
        let secrets = output.reveals ? [] : Set(response.secrets ?? [])
        if !secrets.isEmpty {
            let keys = CountText.of(secrets.count, "secret key")
            output.note("tunerctl: the file leaves out \(keys); to edit them, add --reveal\n")
        }
        let shown = response.values.entries.filter { !secrets.contains($0.name) }
        values = JSONObject(shown.map { ($0.name, $0.value) })
        revision = response.revision
    }

    /// Reads the values again after a conflict, and prints the changes of others to the keys that were edited here.
    ///
    /// For all other keys the old values stay, so that these keys are not stored.
    private mutating func recheck() throws(Failure) {
        let edited = try InputFile(file, for: "edit").object
        let before = values
        try read()
        let now = values
        values = before
        for member in edited.members where before[member.name] != member.value {
            values[member.name] = now[member.name]
            if now[member.name] != before[member.name] {
                Output.writeError("tunerctl: \(member.name.shownWhole) is \(ValueText.line(now[member.name])) now\n")
            }
        }
    }

    /// Writes the file for the editor and its schema; returns the text of the file.
    private func write() throws(Failure) -> [UInt8] {
        var parameters = MatchParameters()
        parameters.match = patterns
        let document = try invocation.connect().call(API.Tunables.schema, parameters).json
        let members = [("$schema", JSON.string("./values.schema.json"))] + values.members.map { ($0.name, $0.value) }
        let rules = Array("\(JSONText.indented(document))\n".utf8)
        let text = Array("\(JSONText.indented(.object(JSONObject(members))))\n".utf8)
        try Failure.system { () throws(SystemError) in
            try Kernel.createDirectory(directory, mode: 0o700)
            try FileReplacement.replace(schema, with: rules.span)
            try FileReplacement.replace(file, with: text.span)
        }
        return text
    }

    private var isRemoved: Bool {
        do throws(SystemError) {
            _ = try Kernel.status(of: file)
            return false
        } catch {
            return error.errno == .noSuchFile
        }
    }

    private func reportLocation() {
        Output.writeError("tunerctl: nothing was stored; the edited text is in \(file.shownWhole)\n")
    }

    private func openEditor() throws(Failure) {
        let editor = ["VISUAL", "EDITOR"].compactMap { Kernel.environmentPath($0) }.first { !$0.isEmpty } ?? "vi"
        let end: ProcessEnd
        do throws(SystemError) {
            end = try Kernel.waitForEnd(
                ofChild: try Kernel.spawn(
                    "sh",
                    ["-c", RawText(path: "\(editor) \"$1\""), "sh", RawText(path: file)]
                )
            )
        } catch {
            throw .notStarted(editor, error.errno)
        }
        if end != .exited(0) { throw .editorFailed(editor, end) }
    }

    /// Stores the values that were changed in the editor.
    private func store() throws(Failure) {
        let edited = try InputFile(file, for: "edit").object
        var changed = JSONObject()
        for member in edited.members where member.name != "$schema" && values[member.name] != member.value {
            changed[member.name] = member.value
        }
        guard !changed.isEmpty else { return output.note("tunerctl: nothing was changed\n") }
        var parameters = UpdateParameters()
        parameters.values = changed
        if !DaemonEndpoint.isInWorld { parameters.ifRevision = revision }
        try output.print(try invocation.connect().callInPieces(API.Tunables.update, parameters))
    }

    private func confirmsEditingAgain() -> Bool {
        guard output.isTerminal, (try? Kernel.withStandardInput({ Kernel.isTerminal($0) })) == true else {
            return false
        }
        Output.writeError("Back to the editor? [Y/n] ")
        let response = try? Kernel.withStandardInput { (input) throws(SystemError) in
            var bytes = [UInt8](repeating: 0, count: 256)
            var span = bytes.mutableSpan
            guard case .bytes(let count) = try Kernel.read(input, into: &span) else { return "n" }
            return String(decoding: bytes[..<count], as: UTF8.self)
        }
        return response.map { !$0.lowercased().hasPrefix("n") } ?? false
    }

    private func remove() {
        for path in [file, schema] { try? Kernel.removeFile(path) }
        // This fails if the editor has left its own files there, which must stay.
        try? Kernel.removeDirectory(directory)
    }
}

extension Failure {
    /// Whether another program has changed the values in the meantime.
    fileprivate var isConflict: Bool {
        if case .refused(let error) = self { error.kind == ErrorKind.conflict.rawValue } else { false }
    }
}
