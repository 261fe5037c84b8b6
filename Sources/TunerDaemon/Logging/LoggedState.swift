import FlagEngine
import JSONCore
import StateCore

/// The lines that the log has about the state at the start: flags, active layers and kill switch entries.
///
/// Built-in flags have no line.
enum LoggedState {
    /// The largest number of flags, and of kill switch entries, that get a line.
    static let limit = 20

    /// Writes the lines at the level `info`.
    static func write(_ state: State, to log: Log) {
        guard log.writes(.info) else { return }
        writeFlags(of: state, to: log)
        if !state.activeNames.isEmpty {
            log.event(.info, sentence(aboutActive: state.activeNames))
        }
        let killSwitches = state.allKillSwitches
        for killSwitch in killSwitches.prefix(limit) {
            log.event(.info, sentence(aboutLimited: killSwitch.patterns, killSwitch.reason, layer: killSwitch.layer))
        }
        if killSwitches.count > limit {
            log.event(.info, "and \(killSwitches.count - limit) more kill switch entries")
        }
    }

    private static func writeFlags(of state: State, to log: Log) {
        var count = 0
        state.visitFlags { _, stored in
            // Every daemon has the built-in flags, with the same defaults.
            guard let flag = EffectiveFlag(stored), flag.origin != .builtIn else { return true }
            count += 1
            guard count <= limit else { return false }
            write(flag, to: log)
            return true
        }
        if count > limit {
            log.event(.info, "there are more flags; print them with: tunerctl flag list")
        }
    }

    private static func write(_ flag: EffectiveFlag, to log: Log) {
        let key = flag.definition.key.text
        let variant = flag.definition.defaultVariantName?.shown ?? "none"
        log.event(
            .info,
            "flag \(key.shown): default \(variant)",
            ["flag": .string(key.shortened), "default": .string(variant)]
        )
    }

    /// Returns the sentence about the active layers, in order of precedence.
    static func sentence(aboutActive layers: [String]) -> String {
        "active layers: \(layers.isEmpty ? "none" : list(layers))"
    }

    /// Returns the sentence about a kill switch entry, which a user has set or an active layer has.
    static func sentence(aboutLimited patterns: [String], _ reason: String?, layer: String? = nil) -> String {
        let owner = layer.map { " of layer \($0.shown)" } ?? ""
        return "kill switch\(owner): on for \(list(patterns))" + (reason.map { ", reason: \($0.shown)" } ?? "")
    }

    /// Returns the first names of a list, and how many more there are.
    static func list(_ names: [String]) -> String {
        let shown = names.prefix(8).map(\.shown).joined(separator: ", ")
        return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
    }
}
