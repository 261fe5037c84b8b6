#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A terminal that hands over each key as it is pressed and shows nothing by itself, as long as this lives.
package struct RawTerminal: ~Copyable {
    private let raw: Int32
    private var previous = termios()

    /// Takes over the terminal at a descriptor that outlives this; nil where it is none.
    package init?(_ descriptor: borrowing Descriptor) {
        raw = descriptor.raw
        guard unsafe tcgetattr(raw, &previous) == 0 else { return nil }
        var mode = previous
        mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        // A read has at least one byte.
        unsafe withUnsafeMutableBytes(of: &mode.c_cc) { bytes in
            unsafe bytes[Int(VMIN)] = 1
            unsafe bytes[Int(VTIME)] = 0
        }
        guard unsafe tcsetattr(raw, TCSADRAIN, &mode) == 0 else { return nil }
    }

    /// The one that a person types at; nil where standard input is none.
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
