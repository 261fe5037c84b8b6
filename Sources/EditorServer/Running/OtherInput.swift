import JSONCore
import LoopCore
import SystemCore

/// The standard input of another language server.
final class OtherInput: EventSource {
    private let servers: JoinedServers
    private let loop: EventLoop
    private var pipe: Descriptor?
    private var isWaiting = false

    init(_ pipe: consuming Descriptor, _ servers: JoinedServers, on loop: EventLoop) {
        (self.servers, self.loop) = (servers, loop)
        self.pipe = consume pipe
    }

    /// Waits until the pipe is writable, if there are messages.
    func writeWhenPossible() {
        let mustWait = !servers.otherOutput.isEmpty
        guard mustWait != isWaiting else { return }
        do throws(SystemError) {
            try withPipe { (pipe) throws(SystemError) in
                if mustWait {
                    try loop.add(pipe, source: self, interest: .writable)
                } else {
                    try loop.remove(pipe)
                }
                isWaiting = mustWait
            }
        } catch {
            close()
        }
    }

    func ready(_ readiness: Readiness) {
        do throws(SystemError) {
            try write()
        } catch {
            close()
        }
    }

    /// Writes what fits into the pipe, and closes it.
    func flushAndClose() {
        try? write()
        close()
    }

    /// The process no longer reads; its output says when it has ended.
    func close() {
        if isWaiting { try? withPipe { (pipe) throws(SystemError) in try loop.remove(pipe) } }
        isWaiting = false
        pipe = nil
    }

    private func write() throws(SystemError) {
        try withPipe { (pipe) throws(SystemError) in
            try servers.writeToOther { (bytes) throws(SystemError) in
                guard !bytes.isEmpty, case .bytes(let count) = try Kernel.write(pipe, bytes) else { return 0 }
                return count
            }
        }
    }

    private func withPipe(_ body: (borrowing Descriptor) throws(SystemError) -> Void) throws(SystemError) {
        switch pipe {
        case .some(let pipe): try body(pipe)
        case nil: break
        }
    }
}
