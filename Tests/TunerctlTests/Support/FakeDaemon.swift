import JSONCore
import LoopCore
import RPCCore
import Synchronization
import SystemCore
import TestSupport
import TunerAPI

/// A scripted daemon on a thread of the test's process.
final class FakeDaemon {
    let path: String
    private let directory: TemporaryDirectory?
    private let thread: JoinedThread

    /// The result of `server.info`.
    static let info: JSON = [
        "version": "0.1.0", "pid": 4_711, "uptime": 11_520.5083, "socket": "/run/tuner/\u{1B}[2Jtunerd.sock",
        "state": "/var/tuner", "epoch": "a1b2", "revision": 41, "connections": 1,
        "limited": ["on": false, "by": []], "limits": ["message": 16_777_216, "batch": 1_024],
    ]

    /// The notification that `change` sends.
    static let change = """
        {"jsonrpc":"2.0","method":"tunables.changed","params":{"subscription":"t1","from":41,"to":42,"time":"",\
        "changes":[{"key":"a","value":1,"origin":"local"}]}}
        """

    /// The result of `worlds.create`.
    enum WorldCreation {
        case created, conflict, none
    }

    /// The results of the next calls of `worlds.create`; later calls succeed.
    final class WorldCreations: Sendable {
        private let results: Mutex<[WorldCreation]>

        init(_ results: [WorldCreation]) { self.results = Mutex(results) }

        /// Whether all results were used.
        var isEmpty: Bool { results.withLock { $0.isEmpty } }

        fileprivate func next() -> WorldCreation { results.withLock { $0.isEmpty ? .created : $0.removeFirst() } }
    }

    /// The state of the methods.
    private final class State {
        weak var server: RPCServer?
    }

    /// Serves at a path, or in a temporary directory.
    ///
    /// If `respondsToStop` is false, the daemon ends without a response to `server.stop`.
    init(at socket: String? = nil, worlds: WorldCreations = WorldCreations([]), respondsToStop: Bool = true) throws {
        let directory = socket == nil ? try TemporaryDirectory() : nil
        path = socket ?? directory?.file("socket") ?? ""
        self.directory = directory
        // A daemon that has ended leaves its socket.
        try? Kernel.removeFile(path)
        let raw = try Kernel.listen(at: try UnixAddress(path), mode: 0o600).release()
        thread = JoinedThread(
            TestThread {
                do {
                    try FakeDaemon.serve(on: Descriptor(owning: raw), worlds, respondsToStop)
                } catch {
                    preconditionFailure("the fake daemon cannot serve: \(error)")
                }
            }
        )
    }

    // A stopped daemon has ended already.
    deinit { try? call("server.stop") }

    /// Calls a method of the daemon.
    func call(_ method: String) throws {
        let client = try Client(connectingTo: try UnixAddress(path), within: .seconds(60))
        _ = try client.call(method, within: .seconds(60))
    }

    private static func serve(
        on listener: consuming Descriptor,
        _ worlds: WorldCreations,
        _ respondsToStop: Bool
    ) throws {
        let loop = try EventLoop()
        var table = MethodTable()
        let state = State()
        table.add("ping") { (parameters: PingParameters, _) in parameters.payload ?? "pong" }
        table.add("server.info") { (_: NoFields, _) in FakeDaemon.info }
        table.add("refuse") { (parameters: SentError, _) throws(RPCError) -> JSON in throw parameters.error }
        table.add("never") { (_: NoFields, peer) in
            peer.withhold(until: .max)
            return true
        }
        // It has no methods of flags, as a daemon that fails after a write.
        table.add("tunables.set") { (_: SetParameters, _) -> JSON in
            ["key": "a", "value": 1, "revision": 42, "changed": true]
        }
        table.add("tunables.update") { (_: UpdateParameters, _) -> JSON in
            ["revision": 42, "changed": true, "changes": [["key": "a", "value": 1, "origin": "local"]]]
        }
        table.add("session.hello") { (_: HelloParameters, _) in HelloResult() }
        table.add("change") { (_: NoFields, peer) in
            // The notification is sent before the response.
            var message = ByteBuffer()
            message.append(text: FakeDaemon.change)
            _ = peer.send(message)
            return true
        }
        table.add("tunables.subscribe") { (_: SubscribeParameters, _) -> JSON in
            ["subscription": "t1", "epoch": "a1b2", "revision": 41, "resumed": false, "values": [:]]
        }
        table.add("worlds.create") { (_: CreateWorldParameters, peer) throws(RPCError) -> JSON in
            switch worlds.next() {
            case .created: break
            case .conflict: throw RPCError(RPCErrorKind("conflict", -32_011), "there is one of that name")
            case .none: peer.withhold(until: .max)
            }
            return ["world": "w-0123456789abcdef"]
        }
        table.add("server.stop") { (_: NoFields, peer) in
            if respondsToStop {
                // Otherwise a client that waits for its response would wait longer than the end takes.
                state.server?.release(through: .max)
            } else {
                peer.withhold(until: .max)
            }
            state.server?.end(within: respondsToStop ? .seconds(5) : .zero) { loop.stop() }
            return true
        }
        let server = RPCServer(methods: table, loop: loop)
        state.server = server
        try server.listen(on: listener)
        try loop.run()
    }
}

/// The error that `refuse` sends.
private struct SentError: JSONRecord {
    static let fields = JSONFieldTable<SentError>([
        .required("kind", \.kind, "The kind."),
        .defaulted("message", \.message, "The sentence."),
    ])

    var kind = ""
    var message = "no"

    var error: RPCError {
        let known =
            switch kind {
            case "unknownKey": RPCErrorKind("unknownKey", -32_001)
            case "unknownFlag": RPCErrorKind("unknownFlag", -32_010)
            case "unknownLayer": RPCErrorKind("unknownLayer", -32_013)
            case "unknownWorld": RPCErrorKind("unknownWorld", -32_014)
            default: RPCErrorKind.busy
            }
        return RPCError(known, message, facts: ["key": "a"])
    }
}
