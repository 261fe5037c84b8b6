import ConsoleCore
import JSONCore
import OptionCore
import TunableEngine
import TunerAPI

private struct GetOptions {
    var type: TunableType?
    var fallback: String?
    var isString = false
    var defaultsOnMismatch = false
}

extension Command {
    static let get = Command(
        "get",
        "Print the value of a key, or of several keys.",
        "KEY...",
        shell: .repeatable,
        details: """
            Prints the value of one key alone on a line. For several keys, each line has the key and the value. The key
            game.wind.x names the member x of the object game.wind, unless there is a tunable with that key.

            Exits with 3 if a key does not exist. With --default, prints that value instead. The value of --default is read
            as the type of --as. Without --as, JSON and numbers such as .5 are values, and anything else is a text.
            """,
        settings: GetOptions(),
        options: [
            .word("--as", TunableType.self, "print the value as this type, or fail") { $0.type = $1 },
            .fallback(\.fallback), .string(\.isString),
            Option("--default-on-mismatch", "use the default also for a value that is not of the type --as") {
                $0.defaultsOnMismatch = true
            },
        ],
        examples: [
            "tunerctl get ui.cornerRadius", "tunerctl get --default 12 --as integer ui.cornerRadius",
            "tunerctl get --default 12 --as integer --default-on-mismatch ui.cornerRadius",
        ]
    ) { (invocation, options, output) throws(Failure) in
        if options.defaultsOnMismatch, options.fallback == nil || options.type == nil {
            let other = options.fallback == nil ? "--default" : "--as"
            throw .usage(UsageError(.option(.needs(option: "--default-on-mismatch", other: other)), command: "get"))
        }
        var parameters = JSONObject()
        parameters["as"] = options.type.map { .string($0.rawValue) }
        if let text = options.fallback {
            parameters["default"] =
                options.isString
                ? .string(text) : try OptionText.value(of: text, as: options.type, "--default", for: "get")
        }
        if options.defaultsOnMismatch { parameters["defaultOnMismatch"] = true }
        let connection = try invocation.connect()
        var results: [JSON] = []
        let keys = try invocation.arguments
        for key in keys {
            parameters["key"] = .string(key)
            results.append(try connection.call(plainly: API.Tunables.get, .object(parameters)))
        }
        try output.print(
            results.count == 1 ? results[0] : .array(results),
            else: results.count == 1
                ? ValueText.bare(results[0]["value"] ?? .null, for: output)
                : zip(keys, results).map { ValueText.pair($0, $1["value"]) }.joined()
        )
        return .done
    }
}
