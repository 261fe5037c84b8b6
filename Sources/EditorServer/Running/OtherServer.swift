import ConsoleCore
import JSONCore
import LoopCore
import SystemCore

/// The process of another language server, with pipes to its standard streams.
final class OtherServer: EventSource {
    private static let room = 1 << 16
    /// The time in which the server should end after the notification `exit`.
    private static let patience = Duration.seconds(2)

    /// The command line of a shell that starts the server.
    private let command: String
    private let pid: Int32
    private let process: Descriptor?
    private let servers: JoinedServers
    private let loop: EventLoop
    private let input: OtherInput
    private var output: Descriptor?
    private var buffer = ByteBuffer()

    init(_ command: String, _ servers: JoinedServers, on loop: EventLoop) throws(SystemError) {
        (self.command, self.servers, self.loop) = (command, servers, loop)
        let toServer = try Kernel.pipe()
        let fromServer = try Kernel.pipe()
        // The server expects blocking streams.
        try Kernel.setNonBlocking(toServer.first, false)
        try Kernel.setNonBlocking(fromServer.second, false)
        // With one program, the shell is replaced by it, so that signals reach the program.
        let isSimple = !command.utf8.contains { Array("=;&|<>(){}\n".utf8).contains($0) }
        pid = try Kernel.spawn(
            "sh",
            ["-c", RawText(isSimple ? "exec \(command)" : command)],
            reading: toServer.first,
            writing: fromServer.second
        )
        process = try Kernel.openProcess(pid)
        input = OtherInput(toServer.keepSecond(), servers, on: loop)
        output = fromServer.keepFirst()
        try withOutput { (output) throws(SystemError) in try loop.add(output, source: self, interest: .readable) }
    }

    /// Waits until the pipe is writable, if there are messages.
    func writeWhenPossible() { input.writeWhenPossible() }

    func ready(_ readiness: Readiness) {
        do throws(SystemError) {
            if try !read() { end() }
        } catch {
            end()
        }
    }

    /// Waits for the end of the process, which has received `exit` and the end of its input; kills it after a time.
    func stop() {
        input.flushAndClose()
        if !hasEnded(within: OtherServer.patience) {
            Kernel.send(.kill, to: pid)
            _ = hasEnded(within: OtherServer.patience)
        }
    }

    /// Reads what the process has written; returns false at its end, or if it is not a message.
    private func read() throws(SystemError) -> Bool {
        var transfer = Transfer.end
        try withOutput { (output) throws(SystemError) in
            transfer = try unsafe buffer.receive(room: OtherServer.room, atMost: OtherServer.room) {
                (room) throws(SystemError) in try unsafe Kernel.read(output, into: room)
            }
        }
        let isIntact = buffer.withBytes { servers.receive(fromOther: $0) }
        buffer.removeAll()
        return isIntact && transfer != .end
    }

    private func end() {
        try? withOutput { (output) throws(SystemError) in try loop.remove(output) }
        output = nil
        input.close()
        Kernel.send(.terminate, to: pid)
        var words = "has ended"
        if hasEnded(within: .milliseconds(200)), let end = (try? Kernel.end(ofChild: pid)) ?? nil {
            words += " with \(end.words)"
        }
        servers.endOther("\(command) \(words); only the keys of Tuner are served now")
    }

    private func hasEnded(within time: Duration) -> Bool {
        switch process {
        case .some(let process):
            let readiness = try? Kernel.wait(for: .readable, on: process, .duration(time))
            return readiness.map { !$0.isEmpty } ?? true
        case nil: return true
        }
    }

    private func withOutput(_ body: (borrowing Descriptor) throws(SystemError) -> Void) throws(SystemError) {
        switch output {
        case .some(let output): try body(output)
        case nil: break
        }
    }
}
