import ConsoleCore
import JSONCore
import LoopCore
import SystemCore

/// Writes messages to standard output, without blocking.
final class AgentOutput: EventSource {
    /// The largest write that does not block while a pipe is writable (`PIPE_BUF`).
    private static let portion = 4_096

    /// Called after bytes were written.
    var whenWritten: () -> Void = {}
    /// Called when the reader has closed the stream.
    var whenClosed: () -> Void = {}

    private let loop: EventLoop
    private var bytes = ByteBuffer()

    /// Adds standard output to a loop, which reports also that its reader has closed it.
    init(on loop: EventLoop) throws(SystemError) {
        self.loop = loop
        try Kernel.withStandardOutput { (output) throws(SystemError) in
            try loop.add(output, source: self, interest: [])
        }
    }

    /// The number of bytes that are not written yet.
    var count: Int { bytes.count }

    /// Adds a message, in one line.
    func send(_ message: JSON) {
        let wasEmpty = bytes.isEmpty
        bytes.append(text: JSONText.compact(message))
        bytes.append(UInt8(ascii: "\n"))
        if wasEmpty { setInterest(.writable) }
    }

    func ready(_ readiness: Readiness) {
        guard readiness.isDisjoint(with: [.hangup, .error]) else { return whenClosed() }
        guard !bytes.isEmpty else { return }
        do throws(SystemError) {
            let transfer = try Kernel.withStandardOutput { (output) throws(SystemError) in
                try bytes.withBytes { (bytes) throws(SystemError) in
                    try Kernel.write(output, bytes.extracting(0..<min(bytes.count, AgentOutput.portion)))
                }
            }
            if case .bytes(let count) = transfer { bytes.removeFirst(count) }
        } catch {
            return whenClosed()
        }
        if bytes.isEmpty { setInterest([]) }
        whenWritten()
    }

    private func setInterest(_ interest: Interest) {
        _ = try? Kernel.withStandardOutput { (output) throws(SystemError) in
            try loop.modify(output, interest: interest)
        }
    }
}
