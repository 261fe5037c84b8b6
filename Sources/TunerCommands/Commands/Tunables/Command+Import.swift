import JSONCore
import OptionCore
import SystemCore
import TunerAPI

extension Command {
    static let importing = Command(
        "import",
        API.Tunables.importing.summary,
        Arguments("FILE | -", least: 1, most: 1),
        details: """
            FILE is the output of export, or a JSON object of keys and values; - is standard input. The changes are
            printed. Imported values are lasting: a temporary value of the same key, from set --for, ends at once.

            A key that a layer locks, or that is declared read-only, keeps its value. So does a key under "invalid"
            whose declaration does not allow the value. These keys are printed on standard error, all other values are
            stored, and the exit code is 0. An invalid value under "values" is an error, and nothing is stored.

            An export without --reveal has no values of secret keys. These keys keep their values, too, and are printed on
            standard error.

            FILE has at most 1 GiB. A long file is sent in several messages, and stored in one commit. tunerd keeps the
            messages in memory until the last one, at most --max-staged-bytes. For a longer file, export and import in
            parts with export --match.
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
        let response = try invocation.connect().callInPieces(API.Tunables.importing, parameters)
        for key in parts.secrets {
            output.note("tunerctl: \(key.shown) is secret, so the file has no value of it; it keeps its value\n")
        }
        return try output.print(response)
    }
}
