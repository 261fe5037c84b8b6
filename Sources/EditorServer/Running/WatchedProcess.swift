import LoopCore
import SystemCore

/// A process whose end stops the server: children of an editor that crashed can keep the streams open.
final class WatchedProcess: EventSource {
    private(set) var hasEnded = false
    private let loop: EventLoop
    private var process: Descriptor?

    /// Watches a process; a number that no process has is ignored, because an editor may run in another container.
    init(_ processID: Int64, on loop: EventLoop) {
        self.loop = loop
        guard let id = Int32(exactly: processID) else { return }
        do throws(SystemError) {
            process = try Kernel.openProcess(id)
            try withProcess { (process) throws(SystemError) in
                try loop.add(process, source: self, interest: .readable)
            }
        } catch {
            process = nil
        }
    }

    func ready(_ readiness: Readiness) {
        hasEnded = true
        try? withProcess { (process) throws(SystemError) in try loop.remove(process) }
    }

    private func withProcess(_ body: (borrowing Descriptor) throws(SystemError) -> Void) throws(SystemError) {
        switch process {
        case .some(let process): try body(process)
        case nil: break
        }
    }
}
