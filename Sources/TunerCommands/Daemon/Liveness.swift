import JSONCore

/// Whether the daemon is there.
enum Liveness: Equatable {
    /// With the time that its answer took.
    case up(Duration)
    /// With the time since it was found so, where someone has watched.
    case down(Duration?)

    /// The line that is printed.
    func line(_ output: Output) -> String {
        output.isJSON ? "\(JSONText.compact(json))\n" : "\(text(output))\n"
    }

    private func text(_ output: Output) -> String {
        switch self {
        case .up(let time): Color.up.paint("up \(time.milliseconds)", output)
        case .down(let time): Color.down.paint(time.map { "down \($0.words)" } ?? "down", output)
        }
    }

    private var json: JSON {
        switch self {
        case .up(let time): ["up": true, "milliseconds": .double(time / .milliseconds(1))]
        case .down(let time?): ["up": false, "seconds": .double(time / .seconds(1))]
        case .down(nil): ["up": false]
        }
    }
}
