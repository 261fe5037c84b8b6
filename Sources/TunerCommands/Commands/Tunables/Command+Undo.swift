import JSONCore
import OptionCore
import TunerAPI

extension Command {
    static let undo = undoing(
        "undo",
        API.Tunables.undo,
        "is taken back",
        details: "What that changes of values is printed. All that one user changes with tunerctl is one client's."
    )

    static let redo = undoing(
        "redo",
        API.Tunables.redo,
        "counts again",
        details: "What that changes of values is printed."
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
            options: [Option("--everyone", "anybody's change, not only your own") { $0.everyone = true }],
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
