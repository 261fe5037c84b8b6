import ConsoleCore
import JSONCore
import TunableEngine

extension JSONText {
    /// Returns indented JSON for a terminal, and one line otherwise.
    static func printed(_ value: JSON, for output: Output) -> String {
        output.isTerminal ? "\(indented(value).escapedForTerminals)\n" : "\(compact(value))\n"
    }
}

extension ValueText {
    /// Returns a value alone in its line: unchanged for a script, and safe for a terminal.
    static func bare(_ value: JSON, for output: Output) -> String {
        "\(output.isTerminal ? line(value) : value.line)\n"
    }
}
