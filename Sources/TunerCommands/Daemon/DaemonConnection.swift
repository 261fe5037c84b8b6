import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A connection on which commands call the daemon.
final class DaemonConnection {
    private let client: Client
    private let path: String
    /// How long each call may take.
    var limit: Duration
    /// The world that our calls belong to and that the daemon was not told of yet.
    private var worldToJoin: String?

    /// Takes over a client; each call may take as long as the limit says.
    init(_ client: Client, _ path: String, _ limit: Duration, world: String?) {
        self.client = client
        self.path = path
        self.limit = limit
        worldToJoin = world
    }

    /// Calls a declared method and waits for its result, as a member of our world where it acts on one.
    func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: Parameters = Parameters()
    ) throws(Failure) -> Answer<Result> {
        try call(method, untyped: JSON(parameters))
    }

    /// The same with parameters as somebody wrote them: what is wrong with those the daemon says.
    func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        untyped parameters: JSON
    ) throws(Failure) -> Answer<Result> {
        let json = try call(plainly: method, parameters)
        return Answer(json: json, result: try read(json))
    }

    /// The same for what scripts call in loops: without the tables of what the method takes and answers, which cost more
    /// than all else that such a command does.
    ///
    /// Inlined, so that of the declaration only what is needed is touched: to copy it, its type would be made.
    @inline(__always)
    func call<Parameters, Result>(
        plainly method: MethodDeclaration<Parameters, Result>,
        _ parameters: JSON
    ) throws(Failure) -> JSON {
        try call(method.name.description, in: method.scope, parameters)
    }

    /// Makes calls of declared methods that act on our world one behind the other, without a wait between them.
    ///
    /// Where the daemon ends the connection before the last one, the answers that did not come are missing.
    func callAll(_ calls: [(method: String, params: JSON)]) throws(Failure) -> [CallOutcome] {
        try joinWorld()
        return try attempt { () throws(ClientError) in try client.callAll(calls, within: limit) }
    }

    /// Takes an answer as what its method is declared to answer.
    func read<Result: JSONReadable>(_ json: JSON) throws(Failure) -> Result {
        guard let result = json.read(as: Result.self) else { throw .garbled(path) }
        return result
    }

    /// Takes a notification as what it is declared to carry.
    func read<Parameters: JSONReadable>(_ notification: Notification) throws(Failure) -> Parameters {
        guard let parameters: Parameters = notification.read() else { throw .garbled(path) }
        return parameters
    }

    private func call(_ method: String, in scope: Scope, _ parameters: JSON) throws(Failure) -> JSON {
        if scope != .daemon { try joinWorld() }
        return try call(method, parameters)
    }

    /// Calls any method, as a member of our world where it is one that acts on it.
    func callByName(_ method: String, _ params: JSON) throws(Failure) -> JSON {
        if worldToJoin != nil, API.methods.contains(where: { $0.name.description == method && $0.scope != .daemon }) {
            try joinWorld()
        }
        return try call(method, params)
    }

    /// Makes a world that ends with this connection, and joins it.
    func makeWorld(_ identity: String?) throws(Failure) -> Answer<WorldResult> {
        var parameters = CreateWorldParameters()
        parameters.world = identity
        worldToJoin = nil
        return try call(API.Worlds.create, parameters)
    }

    private func joinWorld() throws(Failure) {
        guard let world = worldToJoin else { return }
        var parameters = HelloParameters()
        parameters.world = world
        _ = try call(API.Session.hello.name.description, JSON(parameters))
        worldToJoin = nil
    }

    /// Calls a method and waits for its result.
    func call(_ method: String, _ params: JSON = [:]) throws(Failure) -> JSON {
        try attempt { () throws(ClientError) in try client.call(method, params, within: limit) }
    }

    /// The process at the other end, where the daemon's word and the kernel's agree.
    ///
    /// They do not where another process made the socket, or where one of us sees other process numbers.
    func process() throws(Failure) -> Int32? {
        do throws(Failure) {
            guard case .object(let info) = try call(API.Server.info.name.description),
                case .integer(let number)? = info["pid"], let pid = Int32(exactly: number),
                pid == client.server.pid
            else { return nil }
            return pid
        } catch .refused {
            return nil
        }
    }

    /// Whether a key is a flag's.
    func isFlag(_ key: String) throws(Failure) -> Bool {
        do throws(Failure) {
            _ = try call(plainly: API.Flags.get, ["key": .string(key)])
            return true
        } catch .refused(let error) where error.kind == ErrorKind.unknownFlag.rawValue {
            return false
        }
    }

    /// Asks whether the daemon is there; answers how long that took.
    func ping() throws(Failure) -> Duration {
        let start = Kernel.monotonicTime()
        _ = try call(API.ping.name.description)
        return Kernel.monotonicTime() - start
    }

    /// Waits until the daemon ends the connection; answers whether it has.
    ///
    /// What it still says is passed over.
    func waitForEnd(within time: Duration) throws(Failure) -> Bool {
        let deadline = Kernel.monotonicTime() + time
        do throws(Failure) {
            while try nextNotification(within: deadline - Kernel.monotonicTime()) != nil {}
            return false
        } catch .disconnected {
            return true
        }
    }

    /// The next notification; none when the time is over before one comes.
    func nextNotification(within time: Duration) throws(Failure) -> Notification? {
        try attempt { () throws(ClientError) in try client.nextNotification(within: time) }
    }

    /// Whether notifications were received with an answer and not read yet: a poller does not report them.
    var hasNews: Bool { client.hasNews }

    /// Adds the connection to a poller, which reports when bytes can be read.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try client.withSocket { (socket) throws(SystemError) in
            try poller.add(socket, token: token, interest: .readable)
        }
    }

    private func attempt<Value>(_ body: () throws(ClientError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw Failure(error, path, limit)
        }
    }
}

extension Failure {
    /// What a client's error means for a command.
    init(_ error: ClientError, _ path: String, _ limit: Duration) {
        switch error {
        case .unreachable(let error): self = .unreachable(path, error)
        case .distrusted(let distrust): self = .distrusted(distrust)
        case .timedOut: self = .timedOut(path, limit)
        case .closed: self = .disconnected(path)
        case .garbled: self = .garbled(path)
        case .refused(let error): self = .refused(error)
        case .unwritable: preconditionFailure("what was read as JSON has only numbers that JSON can spell")
        }
    }
}
