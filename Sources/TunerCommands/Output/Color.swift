/// The colours that are used, for what they mean.
enum Color: String {
    /// Turquoise, #40E0D0: something is there.
    case up = "38;2;64;224;208"
    /// Gray: it is not.
    case down = "38;2;128;128;128"

    /// Colours a text, where colours are shown.
    func paint(_ text: String, _ output: Output) -> String {
        output.hasColor ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}
