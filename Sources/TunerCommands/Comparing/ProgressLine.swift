import OptionCore
import SystemCore

/// A line on standard error that each text replaces; nothing unless it is a terminal.
struct ProgressLine {
    private static let clear = "\r\u{1B}[K"

    private let columns: Int?

    init(_ global: GlobalOptions) {
        let isShown =
            !global.isQuiet && Output.takesColor { $0 == "TERM" ? Kernel.environment("TERM") : nil }
            && (try? Kernel.withStandardError { Kernel.isTerminal($0) }) == true
        columns = isShown ? (try? Kernel.withStandardError { Kernel.columns(of: $0) }) ?? 80 : nil
    }

    /// Replaces the line.
    func show(_ text: String) {
        // The last column stays free: some terminals begin a new line behind it.
        if let columns { Output.writeError("\(ProgressLine.clear)\(text.cut(toColumns: columns - 1))") }
    }

    /// Removes the line.
    func remove() {
        if columns != nil { Output.writeError(ProgressLine.clear) }
    }
}
