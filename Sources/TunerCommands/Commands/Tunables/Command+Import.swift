import JSONCore
import OptionCore
import SystemCore
import TunerAPI

extension Command {
    static let importing = Command(
        "import",
        API.Tunables.importing.summary,
        Arguments(usage: "FILE | -", first: "FILE", least: 1, most: 1),
        details: """
            FILE is what export prints, or a JSON object of keys and values; - is standard input. What that changes is printed.

            A key that a layer locks, or that is declared read-only, keeps its value: it is named on standard error, all other
            values are stored, and the exit code is 0. So does a key under "invalid" whose declaration does not allow the value;
            under "values" such a value is an error, and nothing is stored.

            FILE has at most 1 GiB. A long file is sent in several messages and stored as one change. tunerd keeps the messages in
            memory until the last one, at most --max-staged-bytes. A longer file is exported and imported in parts, with export
            --match.
            """,
        settings: ImportParameters(),
        options: [.clamp(\.clamps), .dryRun(\.isDryRun), .ifRevision(\.ifRevision)],
        examples: ["tunerctl import constants.json --dry-run"]
    ) { (invocation, parameters, output) throws(Failure) in
        let file = try InputFile(invocation.words[0].path, for: "import")
        let parts = ExportedParts(file.object)
        parameters.values = parts.values
        parameters.invalid = parts.invalid
        parameters.specs = parts.specs
        return try output.print(try invocation.connect().callInPieces(API.Tunables.importing, parameters))
    }
}
