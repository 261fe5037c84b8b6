import JSONCore
import TunerAPI

extension Output {
    /// Shows what a call has changed, or would change; names the keys that it left on standard error.
    func print<Result>(_ answer: Answer<Result>, _ invocation: Invocation) throws(Failure)
    where Result: TellingChanges {
        defer {
            if let left = answer.result.left { Output.complain(LeftKeyText.lines(left)) }
        }
        guard !invocation.options.isJSON else { return try print(answer.json, invocation) }
        let flags = (answer.result.flags ?? []).map { "\(FlagText.line($0))\n" }.joined()
        let text = flags + ChangeText.lines(answer.result.changes, hasMore: answer.result.more == true)
        guard !text.isEmpty else { return }
        try print(text)
    }

    /// Shows an answer as JSON, or else as a text.
    func print<Result>(
        _ answer: Answer<Result>,
        as text: @autoclosure () -> String,
        _ invocation: Invocation
    ) throws(Failure) {
        if invocation.options.isJSON {
            try print(answer.json, invocation)
        } else {
            try print(text())
        }
    }

    /// Shows an answer as JSON.
    func print(_ json: JSON, _ invocation: Invocation) throws(Failure) {
        try print(JSONText.printed(json, for: self))
    }

    /// Shows the value that the daemon chose.
    func print(_ answer: Answer<SetResult>, _ invocation: Invocation) throws(Failure) {
        if invocation.options.isJSON {
            try print(answer.json, invocation)
        } else {
            try print("\(ValueText.line(answer.result.value))\n")
        }
    }

    /// Shows JSON that is to be kept: a line for each member, wherever it goes.
    func printDocument(_ json: JSON, _ invocation: Invocation) throws(Failure) {
        guard !invocation.options.isJSON else { return try print(json, invocation) }
        try print("\(JSONText.indented(json).escapedForTerminals)\n")
    }
}
