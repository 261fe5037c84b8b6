import JSONCore
import SystemCore
import TunerAPI

extension Command {
    /// A whole file.
    static let importing = Command(
        "import",
        API.Tunables.importing.summary,
        Arguments(usage: "FILE | -", first: "FILE", least: 1, most: 1),
        details: """
            FILE is what export prints, or a JSON object of keys and values; - is standard input. What that changes is printed.

            A key that a layer locks, or that is declared read-only, keeps its value: it is named on standard error, all other
            values are stored, and the exit code is 0.
            """,
        options: [.clamp, .dryRun, .ifRevision],
        examples: ["tunerctl import constants.json --dry-run"]
    ) { (invocation, output) throws(Failure) in
        let file = try InputFile(invocation.words[0].path, for: "import")
        var parameters = ImportParameters()
        let parts = ExportedParts(file.object)
        parameters.values = parts.values
        parameters.specs = parts.specs
        parameters.clamps = invocation.options.clamps
        parameters.isDryRun = invocation.options.isDryRun
        parameters.ifRevision = invocation.options.ifRevision
        try output.print(try invocation.connect().callInPieces(API.Tunables.importing, parameters))
        return .done
    }
}
