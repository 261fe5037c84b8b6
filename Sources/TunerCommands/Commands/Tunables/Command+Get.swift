import JSONCore
import TunableEngine
import TunerAPI

extension Command {
    /// Values, bare.
    static let get = Command(
        "get",
        API.Tunables.get.summary,
        Arguments(usage: "KEY...", first: "KEY", least: 1, most: .max),
        details: """
            One key's value is printed bare, on one line; of several keys each line is the key and its value. It ends with 3 where
            there is no such key, unless --default says what counts then: a JSON value, else a text, or as --as says.
            """,
        options: [.conversion, .fallback, .string],
        examples: ["tunerctl get ui.cornerRadius", "tunerctl get --default 12 --as integer ui.cornerRadius"]
    ) { (invocation, output) throws(Failure) in
        let options = invocation.options
        var parameters = JSONObject()
        parameters["as"] = options.type.map { .string($0.rawValue) }
        parameters["default"] = try options.fallback.map { (text) throws(Failure) in
            try Failure.usage { () throws(UsageError) in
                options.isString
                    ? .string(text) : try OptionText.value(of: text, as: options.type, "--default", for: "get")
            }
        }
        let connection = try invocation.connect()
        var results: [JSON] = []
        let keys = try invocation.arguments
        for key in keys {
            parameters["key"] = .string(key)
            results.append(try connection.call(plainly: API.Tunables.get, .object(parameters)))
        }
        if output.isJSON {
            try output.print(json: results.count == 1 ? results[0] : .array(results))
        } else if results.count == 1 {
            try output.print(ValueText.bare(results[0]["value"] ?? .null, for: output))
        } else {
            try output.print(zip(keys, results).map { ValueText.pair($0, $1["value"]) }.joined())
        }
        return .done
    }
}
