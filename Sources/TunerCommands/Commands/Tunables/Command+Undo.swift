import JSONCore
import OptionCore
import TunerAPI

extension Command {
    /// The newest change, taken back.
    static let undo = Command(
        "undo",
        API.Tunables.undo.summary,
        details: "What that changes of values is printed. All that one user changes with tunerctl is one client's.",
        settings: UndoParameters(),
        options: everyone,
        examples: ["tunerctl undo"]
    ) { (invocation, parameters, output) throws(Failure) in
        try undone(API.Tunables.undo, "is taken back", invocation, parameters, output)
    }

    /// What was taken back, counting again.
    static let redo = Command(
        "redo",
        API.Tunables.redo.summary,
        details: "What that changes of values is printed.",
        settings: UndoParameters(),
        options: everyone,
        examples: ["tunerctl redo"]
    ) { (invocation, parameters, output) throws(Failure) in
        try undone(API.Tunables.redo, "counts again", invocation, parameters, output)
    }

    private static var everyone: [Option<UndoParameters>] {
        [Option("--everyone", "anybody's change, not only your own") { $0.everyone = true }]
    }

    private static func undone(
        _ method: MethodDeclaration<UndoParameters, UndoResult>,
        _ becomes: String,
        _ invocation: Invocation,
        _ parameters: UndoParameters,
        _ output: Output
    ) throws(Failure) -> ExitCode {
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
