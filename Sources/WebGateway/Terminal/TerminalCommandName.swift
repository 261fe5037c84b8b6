import ConsoleCore
import JSONCore

/// The names of commands, for messages about a name that is none.
enum TerminalCommandName {
    /// The first word of each command.
    static let words = Set(TerminalLine.commands.map(\.word)).union(["exit"])

    /// The commands of `tunerctl` that need files, programs or a whole screen, or that are not for a person.
    static let others = Set(CommandName.allCases.map(\.rawValue)).subtracting(words)

    /// Returns the command that resembles a name of one or two words most; nil if none does.
    static func nearest(to name: String) -> String? {
        let parts = name.split(separator: " ")
        guard parts.count == 2 else { return NearestName.nearest(to: name, among: words.sorted()) }
        var actions: [String] = []
        for command in TerminalLine.commands {
            let usage = command.usage.split(separator: " ")
            guard usage.count > 1, usage[0] == parts[0] else { continue }
            actions += usage[1].split(separator: "|").map { String($0) }
        }
        return NearestName.nearest(to: String(parts[1]), among: actions).map { "\(parts[0]) \($0)" }
    }
}
