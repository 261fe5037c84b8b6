#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A terminal in raw mode: each key can be read at once, and is not echoed.
///
/// The deinit restores the earlier mode.
package struct RawTerminal: ~Copyable {
    private let raw: Int32
    private var previous = termios()

    /// Creates this value and sets the terminal to raw mode; nil if the descriptor is not a terminal.
    ///
    /// The descriptor must outlive this value.
    package init?(_ descriptor: borrowing Descriptor) {
        raw = descriptor.raw
        guard unsafe tcgetattr(raw, &previous) == 0 else { return nil }
        var mode = previous
        mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        // A read waits for at least one byte, without a timeout.
        unsafe withUnsafeMutableBytes(of: &mode.c_cc) { bytes in
            unsafe bytes[Int(VMIN)] = 1
            unsafe bytes[Int(VTIME)] = 0
        }
        guard unsafe tcsetattr(raw, TCSADRAIN, &mode) == 0 else { return nil }
    }

    /// Standard input in raw mode; nil if it is not a terminal.
    package static var ofStandardInput: RawTerminal? {
        let input = Descriptor(owning: STDIN_FILENO)
        let terminal = RawTerminal(input)
        _ = input.release()
        return terminal
    }

    deinit {
        _ = unsafe withUnsafePointer(to: previous) { unsafe tcsetattr(raw, TCSADRAIN, $0) }
    }
}

@available(*, unavailable)
extension RawTerminal: Sendable {}
