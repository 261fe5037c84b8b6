private import CSystem

extension Kernel {
    /// How many columns a terminal has; nil for what is none, or where it does not say.
    package static func columns(of terminal: borrowing Descriptor) -> Int? {
        let columns = csystem_terminal_columns(terminal.raw)
        return columns > 0 ? Int(columns) : nil
    }
}
