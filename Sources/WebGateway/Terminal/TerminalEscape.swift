/// The escape sequences that a terminal sends to a terminal emulator.
///
/// Values cannot contain them: all output of the daemon is escaped.
enum TerminalEscape {
    /// Begins red text.
    static let red = "\u{1B}[31m"
    /// Ends red text.
    static let standardColor = "\u{1B}[39m"
    /// Marks that the last command has ended and the terminal waits for the next one, as shells do (OSC 133).
    static let ready = "\u{1B}]133;D\u{7}"
}
