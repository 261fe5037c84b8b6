import ConsoleCore
import JSONCore
import SystemCore
import TunableEngine
import TunerAPI

extension Command {
    static let call = Command(
        "call",
        "Call a method of the daemon, and print its result.",
        Arguments("METHOD [JSON | KEY=VALUE... | -]", least: 1),
        details: """
            Parameters are one JSON object or array, or KEY=VALUE words. VALUE is JSON or a number such as .5; any other
            VALUE is a string. With -, one JSON object or array is read from standard input. The result is printed as
            JSON: indented on a terminal, otherwise in one line. tunerctl help METHOD explains a method:

            \(API.methods.map { "  \($0.name)" }.joined(separator: "\n"))
            """,
        examples: ["tunerctl call tunables.get key=ui.cornerRadius"],
        completion: CommandCompletion(words: ["KEY=VALUE": .none])
    ) { (invocation, output) throws(Failure) in
        let method = try invocation.arguments[0]
        let params = try parameters(of: invocation)
        let result = try invocation.connect().callByName(method, params)
        return try output.print(json: result)
    }

    private static func parameters(of invocation: Invocation) throws(Failure) -> JSON {
        let words = try invocation.arguments.dropFirst()
        guard words.elementsEqual(["-"]) else {
            return try Failure.usage { () throws(UsageError) in try parameters(words) }
        }
        let input: [UInt8]? = try Failure.system { () throws(SystemError) in
            try StandardInput.read(atMost: StandardInput.limit)
        }
        return try Failure.usage { () throws(UsageError) in
            guard let input else { throw UsageError(.longInput(most: StandardInput.limit), command: "call") }
            return try json(input.span)
        }
    }

    /// Returns the parameters in the words after a method's name; if a key occurs twice, the last value is used.
    static func parameters(_ words: some Collection<String>) throws(UsageError) -> JSON {
        if let word = words.first, words.count == 1, beginsContainer(word.utf8.span) {
            return try json(word.utf8.span)
        }
        var members = JSONObject()
        for word in words {
            guard let (key, text) = TypedTexts.pair(word) else {
                throw UsageError(.noParameter(word), command: "call")
            }
            members[key] = TextValue.value(of: text)
        }
        return .object(members)
    }

    /// Parses one text that must be an object or an array.
    private static func json(_ text: Span<UInt8>) throws(UsageError) -> JSON {
        let value: JSON
        do {
            value = try JSON.parse(text)
        } catch {
            let (line, column) = error.position(in: text)
            throw UsageError(.noJSON(error, line: line, column: column), command: "call")
        }
        guard beginsContainer(text) else { throw UsageError(.noParameter(JSONText.compact(value)), command: "call") }
        return value
    }

    /// Returns whether the first byte after the white space begins an object or an array.
    private static func beginsContainer(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where text[index] > 0x20 {
            return text[index] == UInt8(ascii: "{") || text[index] == UInt8(ascii: "[")
        }
        return false
    }
}
