import JSONCore
import LoopCore
import SyncEngine
import SystemCore

/// A check that runs: it ends with the program's first process, whatever other processes hold its output.
final class CheckRun {
    private let name: String
    private let timeout: Duration
    let pid: Int32
    private let loop: EventLoop
    /// Readable when the process has ended.
    private var process: LoopDescriptor?
    private var output: LoopDescriptor?
    private var timer: TimerHeap.ID?
    /// The end of what the program has printed.
    private var printed: [UInt8] = []
    /// Receives the outcome; nil once there is one.
    private var handle: ((RolloutCheck.Outcome) -> Void)?
    /// Called when the process was waited for.
    private let whenGone: (Int32) -> Void

    /// The limit for the bytes of a reason.
    private static let mostPrinted = 500
    private static let pieceSize = 4_096
    /// More pieces than a pipe holds, so that a process that prints without an end cannot hold up the loop.
    private static let mostPieces = 17

    /// Starts a program; `handle` receives the outcome once.
    init(
        _ check: RolloutCheck,
        _ path: String,
        environment: [(name: String, value: String)],
        on loop: EventLoop,
        handle: @escaping (RolloutCheck.Outcome) -> Void,
        whenGone: @escaping (Int32) -> Void
    ) throws(SystemError) {
        name = check.command
        timeout = check.timeout
        self.loop = loop
        self.handle = handle
        self.whenGone = whenGone
        let pipe = try Kernel.pipe()
        let reading = pipe.first
        // Programs expect blocking streams.
        try Kernel.setNonBlocking(pipe.second, false)
        pid = try Kernel.startGroup(path, environment: environment, writing: pipe.second)
        do throws(SystemError) {
            guard let process = try Kernel.openProcess(pid) else {
                preconditionFailure("a child stays until it is waited for")
            }
            self.process = try LoopDescriptor(process, on: loop) { [self] in reap() }
            output = try LoopDescriptor(reading, on: loop) { [self] in read() }
        } catch {
            close()
            Kernel.killGroup(pid)
            try Kernel.waitForEnd(ofChild: pid)
            throw error
        }
        timer = loop.schedule(after: check.timeout) { [weak self] in self?.timeOut() }
    }

    /// Ends all processes of the check; without an outcome unless there is one.
    func cancel() {
        handle = nil
        stopWaiting()
        // The loop still waits for the end of the process, so that it does not stay as a zombie.
        if process != nil { Kernel.killGroup(pid) }
    }

    private func timeOut() {
        timer = nil
        let handle = handle
        cancel()
        handle?(.noResult("the check \(name.shown) did not end within \(timeout.inSeconds)"))
    }

    /// The process has ended.
    private func reap() {
        let end: ProcessEnd?
        do throws(SystemError) {
            end = try Kernel.end(ofChild: pid)
        } catch {
            return finish(.noResult("the end of the check \(name.shown) could not be read: \(error.errno)"))
        }
        process?.close()
        guard let end else {
            // The kernel needs a moment between the two.
            loop.schedule(after: .milliseconds(1)) { [self] in reap() }
            return
        }
        if handle != nil { read() }
        switch end {
        case .exited(0): finish(.passed)
        case .exited(let code): finish(.failed(reason ?? "exit code \(code)"))
        case .killed(let signal): finish(.noResult("the check \(name.shown) was ended by signal \(signal.number)"))
        }
    }

    private func finish(_ outcome: RolloutCheck.Outcome) {
        let handle = handle
        self.handle = nil
        close()
        whenGone(pid)
        handle?(outcome)
    }

    private func stopWaiting() {
        if let timer { loop.cancel(timer) }
        timer = nil
        output?.close()
        output = nil
    }

    private func close() {
        stopWaiting()
        process?.close()
        process = nil
    }

    // MARK: Output

    private func read() {
        for _ in 0..<CheckRun.mostPieces {
            guard let output else { return }
            var piece = [UInt8](repeating: 0, count: CheckRun.pieceSize)
            var span = piece.mutableSpan
            switch try? Kernel.read(output.descriptor, into: &span) {
            case .bytes(let count): printed = (printed + piece.prefix(count)).suffix(CheckRun.mostPrinted)
            case .wouldBlock: return
            case .end, nil:
                output.close()
                self.output = nil
                return
            }
        }
    }

    /// What the program has printed last, as one line; nil if it has printed nothing.
    private var reason: String? {
        // The first character may be cut.
        let bytes = printed.count < CheckRun.mostPrinted ? printed[...] : printed.drop { $0 & 0xC0 == 0x80 }
        let words = String(decoding: bytes, as: UTF8.self).unicodeScalars.split { $0.value <= 0x20 || $0.value == 0x7F }
        return words.isEmpty ? nil : words.map { String($0) }.joined(separator: " ").shownWhole
    }
}

@available(*, unavailable)
extension CheckRun: Sendable {}
