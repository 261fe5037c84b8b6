import JSONCore
import LoopCore
import RPCCore
import SystemCore

/// Copies bytes between the standard streams and a socket, in both directions, until one side ends.
///
/// The standard streams may be blocking. Changing this would change it for all programs that share the streams. So the
/// relay reads only when input is ready. It writes only what fits without blocking.
struct Relay: ~Copyable {
    /// The largest write that does not block while a pipe is writable (`PIPE_BUF`).
    private static let portion = 4_096
    private static let room = 1 << 16

    private enum Token: UInt64 {
        case input
        case output
        case socket
    }

    private let socket: Descriptor
    /// The bytes from standard input that are not sent yet.
    private var sent = ByteBuffer()
    /// The received bytes that are not written to standard output yet.
    private var received = ByteBuffer()
    private var inputHasEnded = false
    private var socketHasEnded = false
    /// Whether the daemon no longer reads; it may still send.
    private var isRefused = false

    /// Takes ownership of a non-blocking socket.
    init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    /// Returns when the daemon has closed the connection and all its bytes are written, or when the output is closed.
    consuming func run() throws(Failure) {
        try Failure.system { () throws(SystemError) in try carry() }
    }

    private mutating func carry() throws(SystemError) {
        var events: [PollerEvent] = []
        while !socketHasEnded || !received.isEmpty {
            try wait(into: &events)
            for event in events {
                switch Token(rawValue: event.token) {
                case .input: try readInput()
                case .output: guard try writeOutput(event.readiness) else { return }
                case .socket: try serveSocket(event.readiness)
                case nil: break
                }
            }
        }
    }

    /// Waits for events; a side is read only after the other side has taken all previous bytes.
    private func wait(into events: inout [PollerEvent]) throws(SystemError) {
        let poller = try Poller(.poll)
        // At its end the input is always ready, so poll it only when its bytes are wanted.
        if sent.isEmpty, !inputHasEnded, !isRefused {
            try Kernel.withStandardInput { (input) throws(SystemError) in
                try poller.add(input, token: Token.input.rawValue, interest: .readable)
            }
        }
        // Poll the output even without bytes to write, to notice at once when its reader closes it.
        try Kernel.withStandardOutput { (output) throws(SystemError) in
            try poller.add(output, token: Token.output.rawValue, interest: received.isEmpty ? [] : .writable)
        }
        let interest = Interest(readable: received.isEmpty && !socketHasEnded, writable: !sent.isEmpty)
        if !interest.isEmpty { try poller.add(socket, token: Token.socket.rawValue, interest: interest) }
        try poller.wait(.forever, into: &events)
    }

    private mutating func readInput() throws(SystemError) {
        let transfer = try Kernel.withStandardInput { (input) throws(SystemError) in
            try unsafe sent.receive(room: Relay.room, atMost: Relay.room) { (room) throws(SystemError) in
                try unsafe Kernel.read(input, into: room)
            }
        }
        guard transfer == .end else { return }
        inputHasEnded = true
        try Kernel.shutdownWriting(socket)
    }

    /// Returns false if the reader of the output has gone.
    private mutating func writeOutput(_ readiness: Readiness) throws(SystemError) -> Bool {
        guard readiness.isDisjoint(with: [.hangup, .error]) else { return false }
        guard !received.isEmpty else { return true }
        do throws(SystemError) {
            let transfer = try Kernel.withStandardOutput { (output) throws(SystemError) in
                try received.withBytes { (bytes) throws(SystemError) in
                    try Kernel.write(output, bytes.extracting(0..<min(bytes.count, Relay.portion)))
                }
            }
            if case .bytes(let count) = transfer {
                received.removeFirst(count)
            }
            return true
        } catch  where error.errno.meansPeerIsGone {
            return false
        }
    }

    private mutating func serveSocket(_ readiness: Readiness) throws(SystemError) {
        if readiness.isWritable, !sent.isEmpty {
            try send()
        }
        // After a hangup, bytes may still be readable, and then the end.
        if received.isEmpty, !readiness.isDisjoint(with: [.readable, .hangup, .error]) {
            try receive()
        }
    }

    private mutating func send() throws(SystemError) {
        do throws(SystemError) {
            let transfer = try sent.withBytes { (bytes) throws(SystemError) in try Kernel.send(socket, bytes) }
            if case .bytes(let count) = transfer {
                sent.removeFirst(count)
            }
        } catch  where error.errno.meansPeerIsGone {
            isRefused = true
            sent.removeAll()
        }
    }

    private mutating func receive() throws(SystemError) {
        do throws(SystemError) {
            let transfer = try unsafe received.receive(room: Relay.room, atMost: Relay.room) {
                (room) throws(SystemError) in
                try unsafe Kernel.receive(socket, into: room)
            }
            guard transfer == .end else { return }
        } catch  where error.errno.meansPeerIsGone {
            // Treat this like the end of the stream.
        }
        socketHasEnded = true
        // The daemon will not read the remaining bytes.
        isRefused = true
        sent.removeAll()
    }
}
