import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let export = Command(
        "export",
        API.Tunables.export.summary,
        details: """
            It is JSON that people and version control can read, or as the daemon answers it with --json.

            A stored value that could not be set again is under "invalid", and its key is named on standard error: a declaration
            that became narrower does not allow it, or it has no declaration and tunerd runs with --strict. import stores such a
            value where it is allowed then.
            """,
        settings: MatchParameters(),
        options: [.match(\.match)],
        examples: ["tunerctl export >constants.json"]
    ) { (invocation, parameters, output) throws(Failure) in
        let answer = try invocation.connect().call(API.Tunables.export, parameters)
        try output.printDocument(answer.json)
        for key in answer.result.invalidKeys {
            output.note(
                "tunerctl: the stored value of \(key.shown) is not valid; the export has it under \"invalid\"\n"
            )
        }
        return .done
    }

    static let schema = Command(
        "schema",
        API.Tunables.schema.summary,
        details: "With it an editor completes and checks a file of constants.",
        settings: MatchParameters(),
        options: [.match(\.match)],
        examples: ["tunerctl schema >constants.schema.json"]
    ) { (invocation, parameters, output) throws(Failure) in
        try output.printDocument(try invocation.connect().call(API.Tunables.schema, parameters).json)
    }
}

extension ExportResult {
    /// The keys whose stored values are no longer valid.
    var invalidKeys: [String] { (invalid?.entries ?? []).map(\.name) }
}
