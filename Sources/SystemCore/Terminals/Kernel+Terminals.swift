private import CSystem

extension Kernel {
    /// Returns the number of columns of a terminal; nil if the descriptor is not a terminal or the number is unknown.
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
