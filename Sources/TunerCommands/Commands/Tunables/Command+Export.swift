import JSONCore
import TunerAPI

extension Command {
    /// All that was set and declared, for a file.
    static let export = Command(
        "export",
        API.Tunables.export.summary,
        details: "It is JSON that people and version control can read, or as the daemon answers it with --json.",
        options: [.match],
        examples: ["tunerctl export >constants.json"]
    ) { (invocation, output) throws(Failure) in
        var parameters = MatchParameters()
        parameters.match = invocation.options.patterns
        try output.printDocument(try invocation.connect().call(API.Tunables.export, parameters).json)
        return .done
    }

    /// What values may be, for editors.
    static let schema = Command(
        "schema",
        API.Tunables.schema.summary,
        details: "With it an editor completes and checks a file of constants.",
        options: [.match],
        examples: ["tunerctl schema >constants.schema.json"]
    ) { (invocation, output) throws(Failure) in
        var parameters = MatchParameters()
        parameters.match = invocation.options.patterns
        try output.printDocument(try invocation.connect().call(API.Tunables.schema, parameters).json)
        return .done
    }
}
