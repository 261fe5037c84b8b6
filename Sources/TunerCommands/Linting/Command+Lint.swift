import ConsoleCore
import JSONCore
import OptionCore
import SystemCore

private struct LintOptions {
    var schema: String?
    var bumps = false
    var writes = false
    var maxBytes: Int64?
    var maxCompressedBytes: Int64?
}

extension Command {
    static let lint = Command(
        "lint",
        "Check a file of values, declarations or flags, without a daemon.",
        Arguments("FILE | -", least: 1, most: 1),
        details: """
            FILE is a JSON object: keys and values, keys and declarations, the output of export, a layer for layers put,
            or flags for flag define. SCHEMA is a JSON Schema for the values, such as the output of schema, or a file of
            declarations. The flags in FILE are checked in each case. Each fault is printed with its position and the path of
            the wrong value:

              plan.json:3:22: plan_data_limit: must be at most 200000, got 300000

            --bump sets the version to the present time in UTC. The version is the member version, or the only member
            whose name ends in version. The text is printed. With --write, it replaces the file, if the file has no
            fault.

            The sizes are those of the document without white space, and of this document compressed by gzip -9. Exits
            with 1 if there is a fault, and with 2 if a file cannot be read, is not a JSON object, or SCHEMA
            is not valid.
            """,
        settings: LintOptions(),
        options: [
            .path("--schema", "SCHEMA", "check the values by SCHEMA") { $0.schema = $1 },
            Option("--bump", "set the version to the present time") { $0.bumps = true },
            Option("--write", "write the result of --bump to the file") { $0.writes = true },
            .whole("--max-bytes", "N", from: 1, "fail if the document has more than N bytes") { $0.maxBytes = $1 },
            .whole("--max-gzip", "N", from: 1, "fail if the compressed document has more than N bytes") {
                $0.maxCompressedBytes = $1
            },
        ],
        examples: ["tunerctl lint plan.json --schema plan.schema.json", "tunerctl lint plan.json --bump --write"]
    ) { (invocation, options, output) throws(Failure) in
        let name = invocation.words[0].path
        if options.writes, name == "-" { throw .usage(UsageError(.nothingToWriteTo, command: "lint")) }
        guard let rules = try rules(options.schema, output) else { return .usage }
        while true {
            if let code = try lint(name, rules.rules, options, output) { return code }
        }
    }

    /// Checks the file, and writes it with `--write`; returns nil if another program has saved it in the meantime.
    private static func lint(
        _ name: String,
        _ rules: LintRules?,
        _ options: LintOptions,
        _ output: Output
    ) throws(Failure) -> ExitCode? {
        let old = try text(of: name)
        var text = old
        var faults: [LintFault] = []
        do throws(LintFaults) {
            if InputFile.isMarked(text.span) {
                throw LintFaults([LintFault([], "\(InputFile.Fault.byteOrderMark)", line: 1, column: 1)])
            }
            if options.bumps { text = try VersionField.bumped(text, to: Kernel.wallTime()) }
            faults = LintDocument.faults(in: text.span, rules)
        } catch {
            faults = error.faults
        }
        faults += try sizeFaults(text, options)
        guard faults.isEmpty else {
            report(faults, of: name, output)
            return (try? InputFile.object(in: text.span)) == nil ? .usage : .refused
        }
        if options.writes, text != old {
            let isReplaced = try Failure.system { () throws(SystemError) in
                try FileReplacement.replace(name, holding: old, with: text.span)
            }
            guard isReplaced else { return nil }
        } else if options.bumps, !options.writes {
            try output.print(String(decoding: text, as: UTF8.self))
        }
        return .done
    }

    /// Returns the rules of the schema file.
    ///
    /// The rules are nil without a schema. The result is nil if the schema has faults, which this function prints.
    private static func rules(_ schema: String?, _ output: Output) throws(Failure) -> (rules: LintRules?, Void)? {
        guard let schema else { return (nil, ()) }
        let file = try InputFile(schema, for: "lint")
        do throws(LintFaults) {
            return (try LintRules(file.object), ())
        } catch {
            report(error.faults, of: schema, output)
            return nil
        }
    }

    private static func text(of name: String) throws(Failure) -> [UInt8] {
        guard let bytes = try InputFile.bytes(of: name, atMost: StandardInput.limit) else {
            throw .usage(UsageError(.file(name, .tooLong(most: StandardInput.limit)), command: "lint"))
        }
        return bytes
    }

    private static func sizeFaults(_ text: [UInt8], _ options: LintOptions) throws(Failure) -> [LintFault] {
        guard options.maxBytes != nil || options.maxCompressedBytes != nil,
            let compact = CompactSize.compact(text)
        else { return [] }
        var faults: [LintFault] = []
        if let most = options.maxBytes, compact.count > most {
            faults.append(LintFault([], "has \(compact.count) bytes without white space, more than \(most)"))
        }
        if let most = options.maxCompressedBytes {
            let count = try CompactSize.compressed(compact)
            if count > most { faults.append(LintFault([], "has \(count) bytes compressed, more than \(most)")) }
        }
        return faults
    }

    private static func report(_ faults: [LintFault], of name: String, _ output: Output) {
        let faults = faults.sorted(by: LintFault.precedes)
        if output.isJSON {
            let list = JSON.array(faults.map(\.json))
            Output.writeError("\(JSONText.compact(list).escapedForTerminals)\n")
        } else {
            let file = name == "-" ? "standard input" : name.shownWhole
            Output.writeError(faults.map { $0.text(of: file) }.joined())
        }
    }
}
