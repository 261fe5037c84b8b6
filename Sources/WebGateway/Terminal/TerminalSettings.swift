import HTTPCore
import OptionCore

/// What the URL of a terminal selects.
struct TerminalSettings {
    /// The world of the commands; nil for the shared state.
    let world: String?
    /// Whether the client is a terminal emulator: errors are red, and a mark follows each command.
    let hasEscapes: Bool
    /// The number of columns of the help.
    let width: Int

    /// Reads the query of a request.
    init(_ call: RouteCall, in bytes: Span<UInt8>) throws(PercentFault) {
        world = try call.world(in: bytes)
        hasEscapes = try call.parameter("ansi", in: bytes) == "true"
        width = HelpWidth.columns(onTerminal: try call.parameter("columns", in: bytes).flatMap { Int($0) })
    }
}
