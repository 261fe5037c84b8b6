import JSONCore
import OptionCore
import TunableEngine
import TunerAPI

/// The flags of the daemon whose keys match the patterns.
struct FlagList {
    private let json: JSON
    private let result: FlagListResult

    /// Requests all flags and filters them here, because `flags.list` does not take patterns.
    init(matching match: PatternList?, _ invocation: Invocation) throws(Failure) {
        let texts = match?.texts ?? []
        let patterns = KeyPatterns(patterns: try texts.map(FlagList.pattern))
        let answer = try invocation.connect().call(API.Flags.list)
        guard !texts.isEmpty else {
            (json, result) = (answer.json, answer.result)
            return
        }
        func matches(_ key: String) -> Bool { patterns.matches(key.utf8.span, includingBuiltIn: true) }
        var kept = answer.result
        kept.flags.removeAll { !matches($0.key) }
        result = kept
        json = FlagList.filtered(answer.json, matches)
    }

    /// Prints a table on a terminal, and lines into a pipe.
    func show(_ output: Output) throws(Failure) {
        if output.isJSON {
            try output.print(json: json)
        } else if !result.flags.isEmpty {
            try output.print(
                output.isTerminal ? FlagText.table(result.flags, columns: output.columns) : FlagText.lines(result.flags)
            )
        }
        if let file = result.file, !file.isOK {
            output.note(FlagList.note(about: file))
        }
    }

    /// Returns the sentences about a file of which not all is in use.
    private static func note(about file: FlagsFileRecord) -> String {
        let path = file.path.shownWhole
        guard let faults = file.faults else {
            return
                "tunerctl: \(path) has an error; its last valid content is in effect: \((file.error ?? "").shownWhole)\n"
        }
        var lines = faults.map { "tunerctl: \(path): \($0.message.shownWhole)\n" }.joined()
        let more = faults.unlisted(of: Int(file.faultyCount ?? 0))
        if more > 0 { lines += "tunerctl: \(path): and \(more) more\n" }
        let rest =
            (file.faultyCount ?? 0) > 1
            ? "these flags keep their last valid definitions" : "this flag keeps its last valid definition"
        return lines + "tunerctl: \(rest), if there is one; the others are in use\n"
    }

    private static func pattern(_ text: String) throws(Failure) -> KeyPattern {
        do {
            return try KeyPattern(text)
        } catch {
            let fault = UsageError.Fault.option(.value(text, option: "PATTERN", expectation: "a pattern"))
            throw .usage(UsageError(fault, command: "flag"))
        }
    }

    /// Returns the response without the flags that do not match.
    private static func filtered(_ answer: JSON, _ matches: (String) -> Bool) -> JSON {
        guard case .object(var members) = answer, let flags = members["flags"]?.elements else { return answer }
        members["flags"] = .array(flags.filter { $0["key"]?.text.map(matches) ?? false })
        return .object(members)
    }
}
