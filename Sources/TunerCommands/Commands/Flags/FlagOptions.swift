import FlagEngine
import OptionCore
import TunableEngine
import TunerAPI

/// The options of `flag`, for all of its actions.
struct FlagOptions {
    static var all: [Option<FlagOptions>] {
        [
            .context(\.context),
            .word("--type", FlagType.self, "what the value must be") { $0.type = TunableType(rawValue: $1.rawValue) },
            .fallback(\.fallback), Option("--explain", "shows the way through the flag's rule") { $0.explains = true },
            .string(\.areStrings), .match(\.match), .duration(\.duration), .initial(\.isInitial),
            Option("--partial", "define: leave out faulty definitions instead of refusing all") { $0.isPartial = true },
            .program(\.changes.program), .format(\.changes.format),
        ]
    }

    var context: [String] = []
    var type: TunableType?
    var fallback: String?
    var explains = false
    var areStrings = false
    var isPartial = false
    var match: PatternList?
    var duration: Double?
    var isInitial = false
    var changes = ChangeOptions()
}
