import ConsoleCore
import JSONCore
import OptionCore
import TunerAPI

/// A change of a flag that the daemon has stored.
struct FlagWrite {
    enum Change {
        /// The flag has this variant or value.
        case overridden(JSON)
        case overrideRemoved
        case defined
        case removed
    }

    let key: String
    let change: Change
    let response: JSON

    /// Prints the change on a terminal, and a note if there is one.
    @discardableResult
    func show(on connection: DaemonConnection, _ output: Output) throws(Failure) -> ExitCode {
        try output.print(response, else: output.isTerminal ? line : "")
        if let note = note(on: connection) { output.note(note) }
        return .done
    }

    /// The line for a terminal, as in the history: "banner: override on".
    private var line: String {
        let words =
            switch change {
            case .overridden(let value): "override \(ValueText.line(value))"
            case .overrideRemoved: response["changed"] == true ? "override removed" : "no override"
            case .defined: "defined"
            case .removed: response["changed"] == true ? "removed" : "not removed"
            }
        return "\(key.shownWhole): \(words)\n"
    }

    /// Returns the note for standard error if a kill switch hides the override, if the new flag has the key of a
    /// tunable, or if there still is a removed flag; otherwise nil.
    ///
    /// The change is stored. A failure of this request must not become the result of the command.
    private func note(on connection: DaemonConnection) -> String? {
        let parameters: JSON = ["key": .string(key)]
        let word = key.shownWhole.shellWord
        switch change {
        case .overridden(let override):
            guard response["limited"] == true,
                let evaluation = try? connection.call(plainly: API.Flags.evaluate, parameters),
                let value = evaluation["value"], value != override, evaluation["variant"] != override
            else { return nil }
            let sentence = EffectiveValueText.sentence(key, value, origin: "limited")
            return "tunerctl: \(sentence); see: tunerctl describe \(word)\n"
        case .defined:
            guard (try? connection.call(plainly: API.Tunables.get, parameters)) != nil else { return nil }
            return "tunerctl: \(key.shownWhole) is a flag and also a tunable; "
                + "to set the flag, type: tunerctl flag set \(word) VARIANT\n"
        case .removed:
            guard let origin = (try? connection.call(plainly: API.Flags.get, parameters))?["origin"]?.text else {
                return nil
            }
            return "tunerctl: there is still a flag \(key.shownWhole), from \(FlagWrite.words(for: origin))\n"
        case .overrideRemoved: return nil
        }
    }

    /// Returns the words for the origin of a definition.
    private static func words(for origin: String) -> String {
        switch origin {
        case "builtIn": "tunerd itself"
        case "declared": "the declaration of a program"
        case "file": "the flags file of tunerd"
        case let origin where origin.hasPrefix("layer:"): "the layer \(origin.dropFirst("layer:".count))".shownWhole
        default: origin.shownWhole
        }
    }
}
