import JSONCore
import OptionCore
import TunerAPI

extension Command {
    /// The newest change, taken back.
    static let undo = undoing(
        "undo",
        API.Tunables.undo,
        "is taken back",
        details: "What that changes of values is printed. All that one user changes with tunerctl is one client's."
    )

    /// What was taken back, counting again.
    static let redo = undoing(
        "redo",
        API.Tunables.redo,
        "counts again",
        details: "What that changes of values is printed."
    )

    /// A command that takes commits back or makes them count again, which is what `becomes` of them.
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
            // To force a flag changes no value, so that the answer has no change to print.
            if answer.result.changes.isEmpty, !output.isJSON {
                for revision in answer.result.undone {
                    Output.complain("tunerctl: revision \(revision) \(becomes)\n")
                }
            }
            return .done
        }
    }
}
