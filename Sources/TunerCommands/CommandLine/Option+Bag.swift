import FlagEngine
import JSONCore
import OptionCore
import SystemCore
import TunableEngine

// Options that several commands have: the same name is the same option everywhere, since it may stand before its command.
extension Option<Options> {
    static let string = Option("--string", "takes the text for a string, whatever it looks like") { $0.isString = true }
    static let fallback = Option("--default", "VALUE", "a value", "what counts where nothing else does") {
        $0.fallback = $1
        return true
    }

    static let match = text("--match", "PATTERN", "only keys that it matches; may be repeated") { $0.match.append($1) }

    static let clamp = Option("--clamp", "takes the nearest legal value for one that is not") { $0.clamps = true }
    static let dryRun = Option("--dry-run", "only tells what it would do") { $0.isDryRun = true }
    static let duration = Option(
        "--for",
        "SECONDS",
        "a number of seconds above 0",
        "until what was stored before comes back"
    ) { options, value in
        guard let seconds = Double(value), seconds > 0, seconds.isFinite else { return false }
        options.duration = seconds
        return true
    }
    static let none = Option("--none", "with activate: leaves no layer active") { $0.isNone = true }
    static let name = text("--name", "NAME", "the layer's name, where the file says none or another") { $0.name = $1 }

    static let initial = Option("--initial", "tells the values that are there first") { $0.isInitial = true }
    static let program = path("--exec", "COMMAND", "what a shell runs for each change") {
        $0.program = RawText(path: $1)
    }
    static let prefix = Option(
        "--prefix",
        "TEXT",
        "letters, digits and _, no digit first, or nothing",
        "what the names of variables begin with"
    ) { options, value in
        options.prefix = value
        return VariableNames.isPrefix(value)
    }
    static let format = Option("--format", "TEXT", LineTemplate.expectation, "the line that is printed") {
        options,
        value in
        options.format = LineTemplate(value)
        return options.format != nil
    }

    static let flagType = Option("--type", among: FlagType.allCases.map(\.rawValue), "what the value must be") {
        $0.type = TunableType(rawValue: $1)
    }
    static let context = Option(
        "--context",
        "NAME=VALUE|JSON",
        "NAME=VALUE or a JSON object",
        "what rules are told of who asks; may be repeated"
    ) { options, value in
        options.context.append(value)
        return ContextText.isContext(value)
    }
    static let weight = Option("--weight", "WEIGHT", WeightText.expectation, "how much: 28oz, 2lb, 800g or 1.2kg") {
        options,
        value in
        options.weight = value
        options.ounces = WeightText.ounces(in: value)
        return options.ounces != nil
    }
    static let varietal = text(
        "--varietal",
        "roma|sanMarzano|cherry|genovese|beefsteak|plum",
        "what sort of tomato"
    ) { $0.varietal = $1 }
    static let style = text("--style", "crushed|diced|wholePeeled|stewed", "what was done to it") { $0.style = $1 }
    static let units = text("--units", "F|C", "in which unit heat is shown first") { $0.units = $1 }
    static let prefer = Option(
        "--prefer",
        "F|C|none",
        "F, C or none",
        "the same from now on, wherever --units does not say"
    ) { options, value in
        options.preferredUnits = value == "none" ? .null : .string(value)
        return ["F", "C", "none"].contains(value)
    }
    static let explain = Option("--explain", "shows the way through the flag's rule") { $0.explains = true }
    static let reason = text("--reason", "TEXT", "why, for people") { $0.reason = $1 }

    static let schema = path("--schema", "FILE", "the JSON Schema that the layer's values must follow") {
        $0.schema = $1
    }
}
