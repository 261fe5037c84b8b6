import JSONCore
import RPCCore
import SystemCore

/// Carries bytes between standard input and output and a socket, both ways at once, until one of the two ends.
///
/// The standard streams may wait, since whoever shares them with us wants it so: they are read when there is something,
/// and written to as much as fits when anything fits.
struct Relay: ~Copyable {
    /// The most that a pipe takes at once when it takes anything.
    private static let portion = 4_096
    private static let room = 1 << 16

    private enum Token: UInt64 {
        case input
        case output
        case socket
    }

    private let socket: Descriptor
    /// Read from the standard input and not yet sent.
    private var sent = ByteBuffer()
    /// Received and not yet written to the standard output.
    private var received = ByteBuffer()
    private var inputHasEnded = false
    private var socketHasEnded = false
    /// The daemon takes nothing more, but may still say something.
    private var isRefused = false

    /// Takes over a socket that does not block.
    init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    /// Returns when the daemon has said everything, or nobody hears it any more.
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

    /// Waits for what can be carried on: each side is read only when the other has taken what came before.
    private func wait(into events: inout [PollerEvent]) throws(SystemError) {
        let poller = try Poller(.poll)
        // At its end the input is ready for ever, also when nothing of it is wanted.
        if sent.isEmpty, !inputHasEnded, !isRefused {
            try Kernel.withStandardInput { (input) throws(SystemError) in
                try poller.add(input, token: Token.input.rawValue, interest: .readable)
            }
        }
        // Also while nothing is to be written: so it is seen at once that nobody reads any more.
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

    /// Answers whether there is anyone to write to.
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
        // Behind a hangup there may be something left to read, and then its end.
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
            // It is the end as well.
        }
        socketHasEnded = true
        // Nobody takes it any more.
        isRefused = true
        sent.removeAll()
    }
}
