import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let export = Command(
        "export",
        "Print all set values and declarations, in the form that tunerctl import reads.",
        shell: .repeatable,
        details: """
            The output is JSON with indentation, for people and version control. With --json it is in one line, except
            on a terminal.

            A stored value that could not be set again is under "invalid", and its key is printed on standard error.
            Either its declaration does not allow the value any more, or the key has no declaration and tunerd runs with
            --strict. import stores such a value if it is allowed then.

            The values of secret keys are left out, and so are their declarations if these have a default or an enum. The
            keys are under "secrets". A note on standard error has their number. --reveal prints all.

            A temporary value, from set --for, is printed like the others, without its end.
            """,
        settings: MatchParameters(),
        options: [.match(\.match)],
        examples: ["tunerctl export >constants.json"]
    ) { (invocation, parameters, output) throws(Failure) in
        let response = try invocation.connect().call(API.Tunables.export, parameters)
        try output.printDocument(response.json)
        for key in response.result.invalidKeys {
            output.note(
                "tunerctl: the stored value of \(key.shown) is not valid; the export has it under \"invalid\"\n"
            )
        }
        let secrets = response.result.secrets ?? []
        if !secrets.isEmpty {
            let number = CountText.of(secrets.count, "secret key")
            output.note("tunerctl: the export leaves out the values of \(number); to print all, add --reveal\n")
        }
        return .done
    }

    static let schema = Command(
        "schema",
        "Print a JSON Schema (2020-12) for an object of all keys.",
        shell: .repeatable,
        details: "An editor can use the schema to complete and check a file of values.",
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
