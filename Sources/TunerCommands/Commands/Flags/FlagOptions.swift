import FlagEngine
import OptionCore
import TunableEngine
import TunerAPI

/// The options of `flag`, for all of its actions.
struct FlagOptions {
    static var all: [Option<FlagOptions>] {
        [
            .context(\.context),
            .word("--type", FlagType.self, "fail if the value has another type") {
                $0.type = TunableType(rawValue: $1.rawValue)
            },
            .fallback(\.fallback),
            Option("--explain", "print the path through the rule of the flag") { $0.explains = true },
            .string(\.areStrings), .match(\.match), .duration(\.duration), .initial(\.isInitial),
            Option("--partial", "define: leave out faulty definitions instead of refusing all") { $0.isPartial = true },
            Option("--bool", "create: a flag that is true or false") { $0.types.append(.boolean) },
            Option("--number", "create: a flag with these numbers") { $0.types.append(.number) },
            Option("--object", "create: a flag with these JSON objects") { $0.types.append(.object) },
            .text("--description", "TEXT", "create: the purpose of the flag") { $0.summary = $1 },
            .program(\.changes.program), .format(\.changes.format),
        ]
    }

    var context: [String] = []
    var type: TunableType?
    var fallback: String?
    var explains = false
    var areStrings = false
    var isPartial = false
    /// The types of the flag to create, except ``areStrings``.
    var types: [FlagType] = []
    var summary: String?
    var match: PatternList?
    var duration: Double?
    var isInitial = false
    var changes = ChangeOptions()
}
