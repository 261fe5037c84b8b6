private import CSystem

extension Kernel {
    /// How many columns a terminal has; nil for what is none, or where it does not say.
    package static func columns(of terminal: borrowing Descriptor) -> Int? {
        let columns = csystem_terminal_columns(terminal.raw)
        return columns > 0 ? Int(columns) : nil
    }

    /// The number of rows of a terminal; nil for other descriptors, or if the terminal does not report its size.
    package static func rows(of terminal: borrowing Descriptor) -> Int? {
        let rows = csystem_terminal_rows(terminal.raw)
        return rows > 0 ? Int(rows) : nil
    }
}
