import ConsoleCore
import JSONCore
import OptionCore
import TunableEngine
import TunerAPI

/// The flags of the daemon whose keys match the patterns.
struct FlagList {
    private let json: JSON
    private let result: FlagListResult
    /// The first pattern, for a note that nothing matches; nil without patterns.
    private let pattern: String?

    /// Requests all flags and filters them here, because `flags.list` does not take patterns.
    ///
    /// If no key matches, and `word` is no pattern, selects the flags with the word in the key or the description.
    init(matching match: PatternList?, orFinding word: String?, _ invocation: Invocation) throws(Failure) {
        let texts = match?.texts ?? []
        let patterns = KeyPatterns(patterns: try texts.map(FlagList.pattern))
        let response = try invocation.connect().call(API.Flags.list)
        pattern = texts.first
        guard !texts.isEmpty else {
            (json, result) = (response.json, response.result)
            return
        }
        var kept = response.result
        kept.flags.removeAll { !patterns.matches($0.key.utf8.span, includingBuiltIn: true) }
        if kept.flags.isEmpty, let word, !word.contains("*") {
            let search = KeySearch(word)
            kept.flags = response.result.flags.filter { flag in
                search.finds(flag.key.utf8.span) || (flag.summary.map { search.finds($0.utf8.span) } ?? false)
            }
        }
        result = kept
        let keys = Set(kept.flags.map(\.key))
        json = FlagList.filtered(response.json) { keys.contains($0) }
    }

    /// Prints a table on a terminal, and lines into a pipe.
    func show(_ output: Output) throws(Failure) {
        if output.isJSON {
            try output.print(json: json)
        } else if !result.flags.isEmpty {
            try output.print(output.isTerminal ? tables(output) : FlagText.lines(result.flags))
        }
        if result.flags.isEmpty, let pattern { output.note("tunerctl: nothing matches \(pattern.shown)\n") }
        if let file = result.file, !file.isOK {
            output.note(FlagList.note(about: file))
        }
    }

    /// Returns a table of the flags, and a second one of the flags that tunerd itself defines.
    private func tables(_ output: Output) -> String {
        let own = result.flags.filter { $0.origin != "builtIn" }
        let builtIn = result.flags.filter { $0.origin == "builtIn" }
        let tables = [own, builtIn].filter { !$0.isEmpty }.map { FlagText.table($0, columns: output.columns) }
        guard !builtIn.isEmpty else { return tables.joined() }
        let title = "Flags of the built-in example, tunerctl stew:\n"
        return tables.dropLast().map { "\($0)\n" }.joined() + title + (tables.last ?? "")
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

    static func pattern(_ text: String) throws(Failure) -> KeyPattern {
        do {
            return try KeyPattern(text)
        } catch {
            let fault = UsageError.Fault.option(.value(text, option: "PATTERN", expectation: "a pattern"))
            throw .usage(UsageError(fault, command: "flag list"))
        }
    }

    /// Returns the response without the flags that do not match.
    private static func filtered(_ response: JSON, _ matches: (String) -> Bool) -> JSON {
        guard case .object(var members) = response, let flags = members["flags"]?.elements else { return response }
        members["flags"] = .array(flags.filter { $0["key"]?.text.map(matches) ?? false })
        return .object(members)
    }
}
