import JSONCore
import TunerAPI

extension Command {
    /// The newest change, taken back.
    static let undo = Command(
        "undo",
        API.Tunables.undo.summary,
        details: "What that changes of values is printed. All that one user changes with tunerctl is one client's.",
        options: [.everyone],
        examples: ["tunerctl undo"]
    ) { (invocation, output) throws(Failure) in
        try undone(API.Tunables.undo, "is taken back", invocation, output)
    }

    /// What was taken back, counting again.
    static let redo = Command(
        "redo",
        API.Tunables.redo.summary,
        details: "What that changes of values is printed.",
        options: [.everyone],
        examples: ["tunerctl redo"]
    ) { (invocation, output) throws(Failure) in
        try undone(API.Tunables.redo, "counts again", invocation, output)
    }

    private static func undone(
        _ method: MethodDeclaration<UndoParameters, UndoResult>,
        _ becomes: String,
        _ invocation: Invocation,
        _ output: Output
    ) throws(Failure) -> ExitCode {
        var parameters = UndoParameters()
        parameters.everyone = invocation.options.everyone
        let answer = try invocation.connect().call(method, parameters)
        try output.print(answer)
        // What a flag was forced to be is no value, and the answer does not tell it.
        if answer.result.changes.isEmpty, !output.isJSON {
            for revision in answer.result.undone {
                Output.complain("tunerctl: revision \(revision) \(becomes)\n")
            }
        }
        return .done
    }
}
