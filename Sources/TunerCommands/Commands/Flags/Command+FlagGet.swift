import FlagEngine
import OptionCore
import TunableEngine
import TunerAPI

extension Command {
    static let flagGet = Command(
        "flag get",
        API.Flags.evaluate.summary,
        "KEY",
        details: """
            Prints the value alone on a line; with --explain, prints the path through the rule. Exits with 3 if the flag
            does not exist, and with 1 if the flag gives no value. In both cases --default gives a value instead.
            """,
        settings: FlagEvaluation.Settings(),
        options: [
            .context(\.context),
            .word("--type", FlagType.self, "fail if the value has another type") {
                $0.type = TunableType(rawValue: $1.rawValue)
            },
            .fallback(\.fallback), .explain(\.explains), .string(\.areStrings),
        ],
        examples: ["tunerctl flag get ui.DarkMode --context country=CH"],
        completion: .flags
    ) { (invocation, settings, output) throws(Failure) in
        try FlagEvaluation(try invocation.arguments[0], settings, invocation)
            .show(explains: settings.explains, output)
    }
}

extension Option {
    static func explain(_ field: Field<Bool>) -> Option {
        Option("--explain", "print the path through the rule of the flag") { $0[keyPath: field] = true }
    }
}
