import ConsoleCore
import JSONCore
import OptionCore

/// A parsed line of a terminal: a command of `tunerctl shell` that needs neither files nor programs.
enum TerminalLine: Equatable {
    case nothing
    case help
    case list(String?)
    case get(String)
    case set(String, String)
    case reset(String)
    case resetAll(String?)
    case last
    case history(Int64)
    case undo
    case redo
    case watch([String])
    case watchOff
    case flagList
    case flagGet(String)
    case flagSet(String, String)
    case flagReset(String)
    case ping
    case quit

    /// The usage and the help of each command.
    static let commands: [(usage: String, summary: String)] = [
        ("list [FILTER]", "List all keys, or those that contain a text or match a pattern."),
        ("get KEY", "Print a value."), ("set KEY VALUE", "Set a value."),
        ("reset KEY", "Remove a value that was set."),
        ("reset-all [PATTERN]", "Remove all values that were set, or those that match; keep those of built-in keys."),
        ("last", "Print the newest commit."), ("history [N]", "Print the last 10 commits, or the last N."),
        ("undo", "Undo the newest change made with this server."), ("redo", "Redo the last undone change."),
        ("watch [KEY]...", "Print each change of these keys, or of all keys, as it happens; a key may be a pattern."),
        ("watch off", "Stop printing changes."), ("flag list", "List the flags."),
        ("flag get KEY", "Print the value of a flag."),
        ("flag set KEY VARIANT|VALUE", "Override a flag with a variant, or with a JSON value."),
        ("flag reset KEY", "Remove the override of a flag."), ("ping", "Print whether the daemon is up."),
        ("help", "Print this text."), ("quit", "Close the connection."),
    ]

    static var helpText: String {
        "\(Columns.text(commands.map { ($0.usage, $0.summary) }))\n"
            + "Single or double quotes group words: set ui.title \"two words\"\n"
    }

    /// Parses a line.
    init(_ line: String) throws(TerminalFault) {
        let parts = ShellWords(line)
        guard parts.words.first?.utf8.first != UInt8(ascii: "#") else {
            self = .nothing
            return
        }
        guard !parts.isQuoteOpen else { throw .openQuote }
        try self.init(words: parts.words.first == "tunerctl" ? Array(parts.words.dropFirst()) : parts.words)
    }

    private init(words: [String]) throws(TerminalFault) {
        guard let name = words.first else {
            self = .nothing
            return
        }
        var rest = TerminalWords(words.dropFirst())
        switch name {
        case "help": self = .help
        case "list": self = .list(rest.next())
        case "get": self = .get(try rest.next("KEY"))
        case "set": self = .set(try rest.next("KEY"), try rest.next("VALUE"))
        case "reset": self = .reset(try rest.next("KEY"))
        case "reset-all": self = .resetAll(rest.next())
        case "last": self = .last
        case "history": self = .history(try rest.nextNumber("N") ?? 10)
        case "undo": self = .undo
        case "redo": self = .redo
        case "watch": self = TerminalLine.watch(&rest)
        case "flag": self = try TerminalLine.flag(&rest)
        case "ping": self = .ping
        case "quit", "exit": self = .quit
        default: throw .unknown(name)
        }
        if let word = rest.next() { throw .unexpected(word) }
    }

    private static func watch(_ rest: inout TerminalWords) -> TerminalLine {
        var keys: [String] = []
        while let key = rest.next() {
            keys.append(key)
        }
        return keys == ["off"] ? .watchOff : .watch(keys)
    }

    private static func flag(_ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        switch rest.next() {
        case "list", nil: .flagList
        case "get": .flagGet(try rest.next("KEY"))
        case "set": .flagSet(try rest.next("KEY"), try rest.next("VARIANT|VALUE"))
        case "on": .flagSet(try rest.next("KEY"), "true")
        case "off": .flagSet(try rest.next("KEY"), "false")
        case "reset": .flagReset(try rest.next("KEY"))
        case let name?: throw .unknown("flag \(name)")
        }
    }
}

/// The words of a line that are not used yet.
private struct TerminalWords {
    private var words: ArraySlice<String>

    init(_ words: ArraySlice<String>) { self.words = words }

    mutating func next() -> String? { words.popFirst() }

    mutating func next(_ name: String) throws(TerminalFault) -> String {
        guard let word = words.popFirst() else { throw .missing(name) }
        return word
    }

    mutating func nextNumber(_ name: String) throws(TerminalFault) -> Int64? {
        guard let word = words.popFirst() else { return nil }
        guard let number = Int64(word), number > 0 else { throw .number(name, word) }
        return number
    }
}

/// The reason why a line is no command.
enum TerminalFault: Error, Equatable {
    case openQuote
    case unknown(String)
    case missing(String)
    case unexpected(String)
    case number(String, String)
    case tooLong

    var sentence: String {
        switch self {
        case .openQuote: "a quote is not closed"
        case .unknown(let name):
            "there is no command \(name.shown)\(NearestName.question(TerminalFault.nearest(to: name))); see help"
        case .missing(let name): "\(name) is missing; see help"
        case .unexpected(let word): "\(word.shown) is one word too many; put text in quotes"
        case .number(let name, let word): "\(name) must be a whole number from 1, got \(word.shown)"
        case .tooLong: "a message may have at most \(Terminal.messageLimit) bytes"
        }
    }

    private static func nearest(to name: String) -> String? {
        let names = TerminalLine.commands.map { String($0.usage.split(separator: " ")[0]) }
        return NearestName.nearest(to: name, among: names)
    }
}
