import JSONCore
import OptionCore
import RPCCore
import TunerAPI

extension Command {
    private static let everyone = "include the changes of other users and clients"

    static let undo = Command(
        "undo",
        API.Tunables.undo.summary,
        details: """
            Prints the changes. All changes that a user makes with tunerctl belong to one client. Changes of one key that a
            program made less than a second apart, as by keys held down in tunerctl top, are undone together.

            Values that were set and overrides of flags can be undone, and also an import or a preset that was loaded.
            If the newest change cannot be undone, as after forget, declare or flag define, undo fails and prints which
            change it is.
            """,
        settings: UndoParameters(),
        options: [
            Option("--everyone", everyone) { $0.everyone = true },
            Option("--skip", "skip changes that cannot be undone") { $0.skips = true },
        ],
        examples: ["tunerctl undo"]
    ) { (invocation, parameters, output) throws(Failure) in
        let connection = try invocation.connect()
        do throws(Failure) {
            return try print(try connection.call(API.Tunables.undo, parameters), "is undone", output)
        } catch .refused(let error) where error.data["client"] != nil && !parameters.everyone {
            let message = "\(error.message); to undo that change, type: tunerctl undo --everyone"
            throw .refused(RemoteError(code: error.code, message: message, data: error.data))
        }
    }

    static let redo = Command(
        "redo",
        API.Tunables.redo.summary,
        details: "Prints the changes.",
        settings: RedoParameters(),
        options: [Option("--everyone", everyone) { $0.everyone = true }],
        examples: ["tunerctl redo"]
    ) { (invocation, parameters, output) throws(Failure) in
        try print(try invocation.connect().call(API.Tunables.redo, parameters), "is redone", output)
    }

    /// Prints the changes of an undo or a redo; `becomes` is the predicate of its message if nothing changed.
    private static func print(
        _ response: Response<UndoResult>,
        _ becomes: String,
        _ output: Output
    ) throws(Failure) -> ExitCode {
        try output.print(response)
        // A kill switch or a lock can hide all changes.
        if response.result.changes.isEmpty, response.result.flags == nil, !output.isJSON {
            for revision in response.result.undone {
                output.note("tunerctl: revision \(revision) \(becomes)\n")
            }
        }
        return .done
    }
}
