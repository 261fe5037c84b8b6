import JSONCore
import OptionCore
import TunerAPI

extension Command {
    /// All that was set and declared, for a file.
    static let export = Command(
        "export",
        API.Tunables.export.summary,
        details: "It is JSON that people and version control can read, or as the daemon answers it with --json.",
        settings: MatchParameters(),
        options: [.match(\.match)],
        examples: ["tunerctl export >constants.json"]
    ) { (invocation, parameters, output) throws(Failure) in
        try output.printDocument(try invocation.connect().call(API.Tunables.export, parameters).json)
    }

    /// What values may be, for editors.
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
