import FlagEngine
import JSONCore
import OptionCore
import SystemCore
import TunableEngine

// Options that several commands have: the same name is the same option everywhere, since it may stand before its command.
extension Option<Options> {
    static let type = word("--type", TunableType.self, "what values are") { $0.type = $1 }
    static let conversion = word("--as", TunableType.self, "what the value must be, or is turned into") { $0.type = $1 }
    static let string = Option("--string", "takes the text for a string, whatever it looks like") { $0.isString = true }
    static let fallback = Option("--default", "VALUE", "a value", "what counts where nothing else does") {
        $0.fallback = $1
        return true
    }

    static let match = text("--match", "PATTERN", "only keys that it matches; may be repeated") { $0.match.append($1) }
    static let search = text("--search", "TEXT", "only keys that contain it, in any case") { $0.search = $1 }
    static let limit = whole("--limit", "N", from: 1, "at most so many") { $0.limit = $1 }
    static let after = text("--after", "KEY", "only keys behind this one") { $0.after = $1 }
    static let before = whole("--before", "REVISION", from: 0, "only commits before it") { $0.before = $1 }

    static let clamp = Option("--clamp", "takes the nearest legal value for one that is not") { $0.clamps = true }
    static let dryRun = Option("--dry-run", "only tells what it would do") { $0.isDryRun = true }
    static let existing = Option("--no-create", "refuses a key that does not exist") { $0.creates = false }
    static let ifRevision = whole(
        "--if-revision",
        "N",
        from: 0,
        "refuses if it changed after this revision; 0: if it exists"
    ) { $0.ifRevision = $1 }
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
    static let all = Option("--all", "everything that is set") { $0.isAll = true }
    static let none = Option("--none", "with activate: leaves no layer active") { $0.isNone = true }
    static let everyone = Option("--everyone", "anybody's change, not only your own") { $0.everyone = true }
    static let replace = Option("--replace", "replaces a declaration that differs") { $0.replaces = true }
    static let file = path("--file", "FILE", "a file of declarations; - is standard input") { $0.file = $1 }
    static let name = text("--name", "NAME", "the layer's name, where the file says none or another") { $0.name = $1 }

    static let initial = Option("--initial", "tells the values that are there first") { $0.isInitial = true }
    static let interval = whole("--interval", "MS", from: 0, "milliseconds from one news to the next, at least") {
        $0.interval = $1
    }
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

    static let above = number("--above", "N", "until the value is more than that") { $0.above = $1 }
    static let below = number("--below", "N", "until the value is less than that") { $0.below = $1 }
    static let changed = Option("--changed", "until the value changes") { $0.waitsForChange = true }

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

    /// Members of a declaration that are any text.
    static func word(_ name: String, _ placeholder: String, as member: String, _ summary: String) -> Option {
        text(name, placeholder, summary) { $0.spec[member] = .string($1) }
    }

    /// Members of a declaration that are numbers.
    static func number(_ name: String, as member: String, _ summary: String) -> Option {
        number(name, "NUMBER", summary) { $0.spec[member] = $1 }
    }
}
