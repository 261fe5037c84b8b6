import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let undo = undoing(
        "undo",
        API.Tunables.undo,
        "is undone",
        details: "Prints the changes. All changes that a user makes with tunerctl belong to one client."
    )

    static let redo = undoing(
        "redo",
        API.Tunables.redo,
        "is redone",
        details: "Prints the changes."
    )

    /// Returns the `undo` or the `redo` command; `becomes` is the predicate of its message.
    private static func undoing(
        _ name: String,
        _ method: @autoclosure @escaping @Sendable () -> MethodDeclaration<UndoParameters, UndoResult>,
        _ becomes: String,
        details: String
    ) -> Command {
        Command(
            name,
            method().summary,
            details: details,
            settings: UndoParameters(),
            options: [Option("--everyone", "include the changes of other users and clients") { $0.everyone = true }],
            examples: ["tunerctl \(name)"]
        ) { (invocation, parameters, output) throws(Failure) in
            let answer = try invocation.connect().call(method(), parameters)
            try output.print(answer)
            // A commit that only overrides flags changes no values, so the response has no changes to print.
            if answer.result.changes.isEmpty, !output.isJSON {
                for revision in answer.result.undone {
                    output.note("tunerctl: revision \(revision) \(becomes)\n")
                }
            }
            return .done
        }
    }
}
