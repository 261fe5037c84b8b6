import JSONCore
import TunerAPI

extension Output {
    /// Prints JSON where that was asked for, else a text.
    @discardableResult
    func print(_ json: @autoclosure () -> JSON, else text: @autoclosure () -> String) throws(Failure) -> ExitCode {
        isJSON ? try print(json: json()) : try print(text())
    }

    /// Prints JSON: a line in a pipe, set in for a person.
    @discardableResult
    func print(json: JSON) throws(Failure) -> ExitCode {
        try print(JSONText.printed(json, for: self))
    }

    /// Shows what a call has changed, or would change; names the keys that it left on standard error.
    @discardableResult
    func print<Result>(_ answer: Answer<Result>) throws(Failure) -> ExitCode where Result: TellingChanges {
        defer {
            if let left = answer.result.left { Output.complain(LeftKeyText.lines(left)) }
        }
        return try print(
            answer.json,
            else: (answer.result.flags ?? []).map { "\(FlagText.line($0))\n" }.joined()
                + ChangeText.lines(answer.result.changes, hasMore: answer.result.more == true)
        )
    }

    /// Shows the value that the daemon chose.
    @discardableResult
    func print(_ answer: Answer<SetResult>) throws(Failure) -> ExitCode {
        try print(answer.json, else: "\(ValueText.line(answer.result.value))\n")
    }

    /// Shows JSON that is to be kept: a line for each member, wherever it goes.
    @discardableResult
    func printDocument(_ json: JSON) throws(Failure) -> ExitCode {
        try print(json, else: "\(JSONText.indented(json).escapedForTerminals)\n")
    }
}
