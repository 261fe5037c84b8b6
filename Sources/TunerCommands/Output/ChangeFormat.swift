import ConsoleCore
import JSONCore
import TunerAPI

/// The format of a line about a watched change.
enum ChangeFormat {
    /// The key and the new value, for scripts.
    case pair
    /// The old value, the new value and the origin, for a terminal.
    case terminal
    case json
    case template(LineTemplate)

    /// Creates the format of a template, or else the usual format of the output.
    init(_ template: LineTemplate?, _ output: Output) {
        if let template {
            self = .template(template)
        } else if output.isJSON {
            self = .json
        } else {
            self = output.isTerminal ? .terminal : .pair
        }
    }

    /// Returns the line.
    func text(of change: WatchedChange, _ output: Output) -> String {
        let change = change.shown(on: output)
        return switch self {
        case .pair: pair(change)
        case .terminal: terminalLine(change, output)
        case .json: "\(JSONText.compact(change.json).escapedForTerminals)\n"
        case .template(let template): "\(template.text(of: change))\n"
        }
    }

    private func pair(_ watched: WatchedChange) -> String {
        guard let value = watched.change.value else { return "\(watched.change.key.shownWhole)\n" }
        return ValueText.pair(watched.change.key, value)
    }

    private func terminalLine(_ watched: WatchedChange, _ output: Output) -> String {
        let change = watched.change
        let color = change.value == nil ? Color.down : Color.up
        let value = color.paint(ValueText.line(change.value), output)
        let reason = change.origin?.shownWhole ?? watched.evaluation.map(words)
        let why = reason.map { Color.down.paint(" (\($0))", output) } ?? ""
        // A value from before the start of the watch has no old value.
        let isFirst = change.old == nil && change.origin == nil && watched.time == nil
        let old = isFirst ? "" : "\(ValueText.line(change.old)) -> "
        return "\(change.key.shownWhole): \(old)\(value)\(why)\n"
    }

    private func words(for evaluation: WatchedChange.Evaluation) -> String {
        let variant = evaluation.variant.map { "variant \($0.shownWhole), " } ?? ""
        return "\(variant)\(evaluation.reason.shownWhole)"
    }
}
