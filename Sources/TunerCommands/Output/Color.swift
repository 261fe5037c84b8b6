/// The colors of the output, named by their meaning.
enum Color: String {
    /// Turquoise, #40E0D0: something is available.
    case up = "38;2;64;224;208"
    /// Gray: something is not available, or less important.
    case down = "38;2;128;128;128"

    /// Returns a text in this color, if the output has colors.
    func paint(_ text: String, _ output: Output) -> String {
        output.hasColor ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
