import ConsoleCore
import JSONCore
import TunerAPI

extension Output {
    /// Prints JSON with the option `--json`, or else a text.
    @discardableResult
    func print(_ json: @autoclosure () -> JSON, else text: @autoclosure () -> String) throws(Failure) -> ExitCode {
        isJSON ? try print(json: json()) : try print(text())
    }

    /// Prints JSON: indented on a terminal, and in one line otherwise.
    @discardableResult
    func print(json: JSON) throws(Failure) -> ExitCode {
        try print(JSONText.printed(json, for: self))
    }

    /// Prints the changes in a response; prints the keys that kept their values on standard error.
    @discardableResult
    func print<Result>(_ response: Response<Result>) throws(Failure) -> ExitCode where Result: ResultWithChanges {
        defer {
            if let skipped = response.result.skipped { note(SkippedKeyText.lines(skipped)) }
        }
        return try print(
            response.json,
            else: (response.result.flags ?? []).map { "\(FlagText.line($0))\n" }.joined()
                + ChangeText.lines(response.result.changes, hasMore: response.result.more == true)
        )
    }

    /// Prints the value that the daemon stored.
    @discardableResult
    func print(_ response: Response<SetResult>) throws(Failure) -> ExitCode {
        try print(response.json, else: "\(ValueText.line(response.result.value))\n")
    }

    /// Prints indented JSON for a file, even into a pipe.
    @discardableResult
    func printDocument(_ json: JSON) throws(Failure) -> ExitCode {
        try print(json, else: "\(JSONText.indented(json).escapedForTerminals)\n")
    }
}
