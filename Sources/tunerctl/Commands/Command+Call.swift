import JSONCore
import TunerAPI

extension Command {
    /// Any method of the daemon.
    static let call = Command(
        "call",
        "Calls a method of the daemon and prints its result.",
        Arguments(usage: "METHOD [JSON | KEY=VALUE...]", first: "METHOD", least: 1, most: .max),
        details: """
            Parameters are one JSON object or array, or each KEY=VALUE, where VALUE is a JSON value or else a string.
            The result is printed as JSON, in one line unless a person reads it. tunerctl help METHOD explains a method:

            \(API.methods.map { "  \($0.name)" }.joined(separator: "\n"))
            """
    ) { (invocation, output) throws(Failure) in
        let method = invocation.arguments[0]
        let params = try Failure.usage { () throws(UsageError) in try parameters(invocation.arguments.dropFirst()) }
        let connection = try Daemon(invocation.options).connect(within: invocation.options.timeout ?? Daemon.patience)
        try output.print(JSONText.printed(try connection.call(method, params), for: output))
        return .done
    }

    /// What is sent for the words behind a method's name; of a key that stands twice the last counts.
    static func parameters(_ words: some Collection<String>) throws(UsageError) -> JSON {
        if let word = words.first, words.count == 1, let first = word.utf8.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        {
            return try json(word)
        }
        var members = JSONObject()
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { throw UsageError(.noParameter(word), command: "call") }
            let text = String(parts[1])
            members[String(parts[0])] = (try? JSON.parse(text)) ?? .string(text)
        }
        return .object(members)
    }

    private static func json(_ text: String) throws(UsageError) -> JSON {
        do {
            return try JSON.parse(text)
        } catch {
            let (line, column) = error.position(in: text.utf8.span)
            throw UsageError(.noJSON(error, line: line, column: column), command: "call")
        }
    }
}
