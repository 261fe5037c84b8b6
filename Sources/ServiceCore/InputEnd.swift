package import LoopCore
package import SystemCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Detects the end of standard input, which is there at the latest when every process at its other end has ended.
package final class InputEnd: EventSource {
    /// Standard input is a file or `/dev/null`: nothing at its other end can end.
    package struct CannotEnd: Error {}

    private let input: Descriptor
    private let loop: EventLoop
    private let action: () -> Void

    /// Calls `action` once, at the end of standard input.
    package init(on loop: EventLoop, _ action: @escaping () -> Void) throws {
        // The program opened its missing standard streams first.
        input = Descriptor(owning: STDIN_FILENO)
        self.loop = loop
        self.action = action
        do throws(SystemError) {
            try loop.add(input, source: self, interest: .readable)
        } catch  where error.errno == .notPermitted {
            throw CannotEnd()
        }
    }

    package func ready(_ readiness: Readiness) {
        var bytes: [256 of UInt8] = .init(repeating: 0)
        var span = bytes.mutableSpan
        switch try? Kernel.read(input, into: &span) {
        case .bytes, .wouldBlock: return
        // A terminal without its other end fails instead of ending.
        case .end, nil:
            try? loop.remove(input)
            action()
        }
    }
}
