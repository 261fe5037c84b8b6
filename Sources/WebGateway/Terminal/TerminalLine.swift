import ConsoleCore
import JSONCore

/// A parsed line of a terminal: a command of `tunerctl shell` that needs neither files nor programs.
enum TerminalLine: Equatable {
    case nothing
    case help(String?)
    case list(String?)
    case get(String)
    case describe(String)
    case set(String, String, for: Double?)
    case toggle(String, for: Double?)
    case step(String, Int64, for: Double?)
    case reset(String)
    case resetAll(String?)
    case forget(String)
    case last
    case history(Int64)
    case undo(skips: Bool)
    case redo
    case schema([String])
    case killSwitch(isOn: Bool, [String], reason: String?)
    case watch([String])
    case watchOff
    case wait(String, WaitCondition, within: Double)
    case flagList
    case flagGet(String)
    case flagSet(String, String, for: Double?)
    case flagToggle(String, for: Double?)
    case flagReset(String)
    case flagCreate(String, NewFlag)
    case flagRemove(String)
    case layers
    case activateLayers([String])
    case deactivateLayer(String)
    case syncStatus
    case worlds
    case presets
    case presetSave(String, [String])
    case presetLoad(String, isDryRun: Bool)
    case presetRemove(String)
    case ping
    case quit

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
        case "help": self = .help(try TerminalLine.helpSubject(rest.next()))
        case "list": self = .list(rest.next())
        case "get": self = .get(try rest.next("KEY"))
        case "describe": self = .describe(try rest.next("KEY"))
        case "set", "toggle", "step": self = try TerminalLine.setting(name, &rest)
        case "reset": self = .reset(try rest.next("KEY"))
        case "reset-all": self = .resetAll(rest.next())
        case "forget": self = .forget(try rest.next("KEY"))
        case "last": self = .last
        case "history": self = .history(try rest.nextNumber("N") ?? 10)
        case "undo": self = .undo(skips: rest.take("--skip"))
        case "redo": self = .redo
        case "schema": self = .schema(rest.takeAll())
        case "kill-switch": self = try TerminalLine.killSwitch(&rest)
        case "watch": self = TerminalLine.watch(&rest)
        case "wait": self = try TerminalLine.wait(&rest)
        case "flag": self = try TerminalLine.flag(&rest)
        case "layers": self = try TerminalLine.layers(&rest)
        case "sync-status": self = .syncStatus
        case "worlds": self = try TerminalLine.worlds(&rest)
        case "preset": self = try TerminalLine.preset(&rest)
        case "ping": self = .ping
        case "quit", "exit": self = .quit
        default: throw .unknown(name)
        }
        if let word = rest.next() { throw .unexpected(word) }
    }

    private static func setting(_ name: String, _ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        let duration = try rest.takeDuration()
        let key = try rest.next("KEY")
        switch name {
        case "set": return .set(key, try rest.next("VALUE"), for: duration)
        case "toggle": return .toggle(key, for: duration)
        default:
            guard let word = rest.next() else { return .step(key, 1, for: duration) }
            guard let count = Int64(word) else { throw .steps(word) }
            return .step(key, count, for: duration)
        }
    }

    private static func watch(_ rest: inout TerminalWords) -> TerminalLine {
        let keys = rest.takeAll()
        return keys == ["off"] ? .watchOff : .watch(keys)
    }

    private static func killSwitch(_ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        let reason = try rest.takeValue("--reason", "TEXT")
        let action = try rest.next("on or off")
        guard action == "on" || action == "off" else { throw .unknown("kill-switch \(action)") }
        return .killSwitch(isOn: action == "on", rest.takeAll(), reason: reason)
    }

    private static func flag(_ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        let action = rest.next()
        switch action {
        case "list", nil: return .flagList
        case "get": return .flagGet(try rest.next("KEY"))
        case "reset": return .flagReset(try rest.next("KEY"))
        case "remove": return .flagRemove(try rest.next("KEY"))
        case "create": return try create(&rest)
        case "set", "on", "off", "toggle":
            let duration = try rest.takeDuration()
            let key = try rest.next("KEY")
            switch action {
            case "on": return .flagSet(key, "true", for: duration)
            case "off": return .flagSet(key, "false", for: duration)
            case "toggle": return .flagToggle(key, for: duration)
            default: return .flagSet(key, try rest.next("VARIANT|VALUE"), for: duration)
            }
        case let name?: throw .unknown("flag \(name)")
        }
    }

    private static func create(_ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        let fallback = try rest.takeValue("--default", "NAME")
        var kinds: [JSONKind] = []
        let options: [(String, JSONKind)] = [
            ("--bool", .boolean), ("--string", .string), ("--number", .number), ("--object", .object),
        ]
        for (option, kind) in options where rest.take(option) {
            kinds.append(kind)
        }
        let key = try rest.next("KEY")
        guard kinds.count == 1 else { throw .noFlagType }
        let values = rest.takeAll()
        do throws(NewFlag.Fault) {
            return .flagCreate(key, try NewFlag(values, of: kinds[0], fallback: fallback))
        } catch {
            throw .newFlag(error)
        }
    }

    private static func layers(_ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        switch rest.next() {
        case "list", nil: .layers
        case "activate": .activateLayers(try rest.rest("NAME"))
        case "deactivate": .deactivateLayer(try rest.next("NAME"))
        case let name?: throw .unknown("layers \(name)")
        }
    }

    private static func preset(_ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        let action = rest.next()
        switch action {
        case "list", nil: return .presets
        case "save":
            let patterns = try rest.takeValues("--match", "PATTERN")
            return .presetSave(try presetName(&rest), patterns)
        case "load", "diff": return .presetLoad(try presetName(&rest), isDryRun: action == "diff")
        case "remove": return .presetRemove(try presetName(&rest))
        case let name?: throw .unknown("preset \(name)")
        }
    }

    private static func presetName(_ rest: inout TerminalWords) throws(TerminalFault) -> String {
        let name = try rest.next("NAME")
        if let fault = PresetLayer(name).nameFault { throw .presetName(fault) }
        return name
    }

    private static func worlds(_ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        switch rest.next() {
        case "list", nil: .worlds
        case let name?: throw .unknown("worlds \(name)")
        }
    }
}
