import JSONCore
import LoopCore
import SystemCore

/// Standard input, which passes the bytes of the client to the server.
final class EditorInput: EventSource {
    private static let room = 1 << 16

    private let server: any MessageServer
    private let loop: EventLoop
    private var buffer = ByteBuffer()

    init(_ server: any MessageServer, on loop: EventLoop) throws(SystemError) {
        (self.server, self.loop) = (server, loop)
        try Kernel.withStandardInput { (input) throws(SystemError) in
            try loop.add(input, source: self, interest: .readable)
        }
    }

    func ready(_ readiness: Readiness) {
        do throws(SystemError) {
            try read()
        } catch {
            end()
        }
    }

    private func read() throws(SystemError) {
        let transfer = try Kernel.withStandardInput { (input) throws(SystemError) in
            try unsafe buffer.receive(room: EditorInput.room, atMost: EditorInput.room) { (room) throws(SystemError) in
                try unsafe Kernel.read(input, into: room)
            }
        }
        buffer.withBytes { server.receive($0) }
        buffer.removeAll()
        if transfer == .end { end() }
    }

    private func end() {
        try? Kernel.withStandardInput { (input) throws(SystemError) in try loop.remove(input) }
        server.endInput()
    }
}
