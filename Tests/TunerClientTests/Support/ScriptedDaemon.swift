import JSONCore
import Synchronization
import SystemCore
import TestSupport

/// What stands at a socket as a daemon would, and does what a test wrote down: one connection after the other.
final class ScriptedDaemon: Sendable {
    /// What it does when it was asked for something.
    enum Reply: Sendable {
        case result(JSON)
        /// The same, and anything at all behind it.
        case resultAndText(JSON, String)
        /// A result that is sent after a call of ``ScriptedDaemon/release()``.
        case held(JSON)
        case refusal(JSON)
        /// Anything at all.
        case text(String)
        case silence
        case end
    }

    /// A request, and the how manieth connection it came on.
    struct Request: Sendable {
        let method: String
        let params: JSON
        let connection: Int
    }

    private struct Heard {
        var requests: [Request] = []
        var connections = 0
    }

    let socket: String
    private let temporary: TemporaryDirectory
    /// Where its socket stands.
    var directory: String { temporary.path }
    private let heard = Mutex(Heard())
    private let changes = ChangeSignal()
    private let stop: Wakeup
    private let released: Wakeup
    private let script: @Sendable (Request) -> Reply?

    /// Serves; where the script has nothing to say it answers as a daemon without any values.
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

    /// All that it was asked for.
    var requests: [Request] { heard.withLock(\.requests) }

    /// How many have connected.
    var connections: Int { heard.withLock(\.connections) }

    /// Sends the response that is held, or the next one that would be.
    func release() { released.signal() }

    /// Waits until it has heard enough.
    func wait(until isEnough: (ScriptedDaemon) -> Bool) async throws {
        await changes.wait { isEnough(self) }
        guard isEnough(self) else { throw Late(description: "heard \(requests.map(\.method))") }
    }

    /// The answer to who wants to follow some tunables.
    static func subscribed(_ values: JSON) -> JSON {
        ["subscription": "t1", "epoch": "e", "revision": 1, "resumed": false, "values": values]
    }

    private func run(on listener: consuming Descriptor) throws {
        let listener = listener
        while try isReady(listener) {
            guard case .connection(let socket) = try Kernel.accept(listener) else { continue }
            let number = heard.withLock { heard in
                heard.connections += 1
                return heard.connections
            }
            changes.send()
            try serve(socket, number)
        }
    }

    private func serve(_ socket: borrowing Descriptor, _ number: Int) throws {
        // A connection for which the script has a word before it says anything.
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
                guard try answer(line, on: socket, number) else { return }
            }
        }
    }

    /// Answers a request; answers itself whether there is to be another.
    private func answer(_ line: [UInt8], on socket: borrowing Descriptor, _ number: Int) throws -> Bool {
        let message = try JSON.parse(line.span)
        guard case .string(let method)? = message["method"], let id = message["id"] else { return true }
        let request = Request(method: method, params: message["params"] ?? .null, connection: number)
        heard.withLock { $0.requests.append(request) }
        changes.send()
        switch script(request) ?? .result(ScriptedDaemon.usual(request)) {
        case .result(let result): try say(["jsonrpc": "2.0", "id": id, "result": result], on: socket)
        case .resultAndText(let result, let text):
            try say(["jsonrpc": "2.0", "id": id, "result": result], on: socket)
            try say(text, on: socket)
        case .held(let result):
            guard try isReady(released.descriptor) else { return false }
            released.drain()
            try say(["jsonrpc": "2.0", "id": id, "result": result], on: socket)
        case .refusal(let error): try say(["jsonrpc": "2.0", "id": id, "error": error], on: socket)
        case .text(let text): try say(text, on: socket)
        case .silence: break
        case .end: return false
        }
        return true
    }

    /// The answer to who says who it is.
    static func hello(protocol version: JSON) -> JSON {
        [
            "server": "tunerd", "version": "0.1.0", "protocol": version, "epoch": "e", "revision": 1, "pid": 1,
            "limits": [:], "capabilities": [],
        ]
    }

    /// What a daemon answers that has no values.
    static func usual(_ request: Request) -> JSON {
        switch request.method {
        case "session.hello": hello(protocol: 1)
        case "tunables.declare": ["revision": 1, "changed": true]
        case "tunables.subscribe": subscribed([:])
        case "flags.subscribe": ["subscription": "f1", "epoch": "e", "revision": 1, "flags": []]
        default: "pong"
        }
    }

    private func say(_ json: JSON, on socket: borrowing Descriptor) throws {
        var writer = JSONWriter()
        try writer.value(json)
        try say(String(decoding: [UInt8](writer.takeBytes()), as: UTF8.self) + "\n", on: socket)
    }

    private func say(_ text: String, on socket: borrowing Descriptor) throws {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            // Who has left early is looked at by the test.
            guard let transfer = try? Kernel.send(socket, bytes.span.extracting(sent...)) else { return }
            if case .bytes(let count) = transfer {
                sent += count
            } else {
                guard try isReady(socket, for: .writable) else { return }
            }
        }
    }

    /// Waits until a descriptor is ready; returns false where the daemon has to end.
    private func isReady(_ descriptor: borrowing Descriptor, for interest: Interest = .readable) throws -> Bool {
        let poller = try Poller(.poll)
        try poller.add(descriptor, token: 0, interest: interest)
        try poller.add(stop.descriptor, token: 1, interest: .readable)
        var events: [PollerEvent] = []
        while events.isEmpty { try poller.wait(.forever, into: &events) }
        return !events.contains { $0.token == 1 }
    }
}
