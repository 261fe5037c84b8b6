import JSONCore
import Synchronization
import SystemCore
import TestSupport

/// A daemon that follows a script, for one connection after the other.
final class ScriptedDaemon: Sendable {
    /// The daemon's reaction to a request.
    enum Reply: Sendable {
        case result(JSON)
        /// A result, and then any text.
        case resultAndText(JSON, String)
        /// A result that is sent after a call of ``ScriptedDaemon/release()``.
        case held(JSON)
        case refusal(JSON)
        /// Any text.
        case text(String)
        case silence
        case end
    }

    /// A request, and the number of its connection, from 1.
    struct Request: Sendable {
        let method: String
        let params: JSON
        let connection: Int
    }

    private struct Received {
        var requests: [Request] = []
        var connections = 0
    }

    let socket: String
    private let temporary: TemporaryDirectory
    /// The directory of the socket.
    var directory: String { temporary.path }
    private let received = Mutex(Received())
    private let changes = ChangeSignal()
    private let stop: Wakeup
    private let released: Wakeup
    private let script: @Sendable (Request) -> Reply?

    /// Starts a daemon.
    ///
    /// If the script returns nil, the daemon responds like one without values.
    static func serve(_ script: @escaping @Sendable (Request) -> Reply? = { _ in nil }) throws -> Running {
        let daemon = try ScriptedDaemon(script)
        let raw = try Kernel.listen(at: try UnixAddress(daemon.socket), mode: 0o600).release()
        return Running(daemon, UncheckedThread { try? daemon.run(on: Descriptor(owning: raw)) })
    }

    /// A daemon that ends with the last reference.
    final class Running {
        let daemon: ScriptedDaemon
        private let thread: UncheckedThread

        fileprivate init(_ daemon: ScriptedDaemon, _ thread: UncheckedThread) {
            self.daemon = daemon
            self.thread = thread
        }

        var socket: String { daemon.socket }

        deinit {
            daemon.stop.signal()
            thread.join()
        }
    }

    private init(_ script: @escaping @Sendable (Request) -> Reply?) throws {
        temporary = try TemporaryDirectory()
        socket = temporary.file("socket")
        stop = try Wakeup()
        released = try Wakeup()
        self.script = script
    }

    /// All received requests.
    var requests: [Request] { received.withLock(\.requests) }

    /// The number of accepted connections.
    var connections: Int { received.withLock(\.connections) }

    /// Sends the held response, or lets the next one pass.
    func release() { released.signal() }

    /// Waits until the received requests satisfy a condition.
    func wait(until isEnough: (ScriptedDaemon) -> Bool) async throws {
        await changes.wait { isEnough(self) }
        guard isEnough(self) else { throw Late(description: "received \(requests.map(\.method))") }
    }

    /// Returns the result of `tunables.subscribe` with these values.
    static func subscribed(_ values: JSON) -> JSON {
        ["subscription": "t1", "epoch": "e", "revision": 1, "resumed": false, "values": values]
    }

    private func run(on listener: consuming Descriptor) throws {
        let listener = listener
        while try isReady(listener) {
            guard case .connection(let socket) = try Kernel.accept(listener) else { continue }
            let number = received.withLock { received in
                received.connections += 1
                return received.connections
            }
            changes.send()
            try serve(socket, number)
        }
    }

    private func serve(_ socket: borrowing Descriptor, _ number: Int) throws {
        // The script decides whether the daemon closes a connection before the first request.
        if case .end? = script(Request(method: "", params: .null, connection: number)) { return }
        var bytes: [UInt8] = []
        while try isReady(socket) {
            var memory = [UInt8](repeating: 0, count: 1 << 16)
            var span = memory.mutableSpan
            guard case .bytes(let count)? = try? Kernel.receive(socket, into: &span) else { return }
            bytes += memory[..<count]
            while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(bytes[..<end])
                bytes.removeFirst(end + 1)
                guard try respond(to: line, on: socket, number) else { return }
            }
        }
    }

    /// Sends the response to a request, and returns whether the connection continues.
    private func respond(to line: [UInt8], on socket: borrowing Descriptor, _ number: Int) throws -> Bool {
        let message = try JSON.parse(line.span)
        guard case .string(let method)? = message["method"], let id = message["id"] else { return true }
        let request = Request(method: method, params: message["params"] ?? .null, connection: number)
        received.withLock { $0.requests.append(request) }
        changes.send()
        switch script(request) ?? .result(ScriptedDaemon.usual(request)) {
        case .result(let result): try send(["jsonrpc": "2.0", "id": id, "result": result], on: socket)
        case .resultAndText(let result, let text):
            try send(["jsonrpc": "2.0", "id": id, "result": result], on: socket)
            try send(text, on: socket)
        case .held(let result):
            guard try isReady(released.descriptor) else { return false }
            released.drain()
            try send(["jsonrpc": "2.0", "id": id, "result": result], on: socket)
        case .refusal(let error): try send(["jsonrpc": "2.0", "id": id, "error": error], on: socket)
        case .text(let text): try send(text, on: socket)
        case .silence: break
        case .end: return false
        }
        return true
    }

    /// Returns the result of `session.hello`.
    static func hello(protocol version: JSON) -> JSON {
        [
            "server": "tunerd", "version": "0.1.0", "protocol": version, "epoch": "e", "revision": 1, "pid": 1,
            "limits": [:], "capabilities": [],
        ]
    }

    /// Returns the result of a daemon without values.
    static func usual(_ request: Request) -> JSON {
        switch request.method {
        case "session.hello": hello(protocol: 1)
        case "tunables.declare": ["revision": 1, "changed": true]
        case "tunables.subscribe": subscribed([:])
        case "flags.subscribe": ["subscription": "f1", "epoch": "e", "revision": 1, "flags": []]
        default: "pong"
        }
    }

    private func send(_ json: JSON, on socket: borrowing Descriptor) throws {
        var writer = JSONWriter()
        try writer.value(json)
        try send(String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self) + "\n", on: socket)
    }

    private func send(_ text: String, on socket: borrowing Descriptor) throws {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            // The test checks a client that has disconnected early.
            guard let transfer = try? Kernel.send(socket, bytes.span.extracting(sent...)) else { return }
            if case .bytes(let count) = transfer {
                sent += count
            } else {
                guard try isReady(socket, for: .writable) else { return }
            }
        }
    }

    /// Waits until a descriptor is ready; returns false if the daemon must end.
    private func isReady(_ descriptor: borrowing Descriptor, for interest: Interest = .readable) throws -> Bool {
        let poller = try Poller(.poll)
        try poller.add(descriptor, token: 0, interest: interest)
        try poller.add(stop.descriptor, token: 1, interest: .readable)
        var events: [PollerEvent] = []
        while events.isEmpty { try poller.wait(.forever, into: &events) }
        return !events.contains { $0.token == 1 }
    }
}
