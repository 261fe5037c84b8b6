import ClientCore
import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunerAPI

/// A connection for synchronous calls to the daemon.
final class DaemonConnection {
    private let channel: any CallChannel
    /// The client, if this connection is not that of a watcher.
    private let client: Client?
    private let socket: DaemonSocket
    /// The timeout of each call.
    var limit: Duration
    /// The world of `TUNER_WORLD`, or the one that this connection has created; nil for the shared state.
    private var world: String?
    /// Whether `session.hello` is due, before the first call that depends on it: it joins the world, and says whether
    /// results show the values of secret keys.
    private var mustGreet: Bool
    let isInWorld: Bool
    /// Whether results show the values of secret keys.
    var reveals: Bool {
        didSet { if reveals != oldValue { mustGreet = true } }
    }

    /// Creates a connection with a connected client and the timeout of each call.
    init(_ client: Client, _ socket: DaemonSocket, _ limit: Duration, world: String?, reveals: Bool) {
        (channel, self.client) = (client, client)
        (self.socket, self.limit, self.world, self.reveals) = (socket, limit, world, reveals)
        isInWorld = world != nil
        mustGreet = isInWorld || reveals
    }

    /// Creates a connection that calls on the link of a watcher, which has joined its world.
    init(_ watcher: SubjectWatcher, _ socket: DaemonSocket, _ limit: Duration, reveals: Bool) {
        (channel, client, mustGreet) = (watcher, nil, false)
        (self.socket, self.limit, world, self.reveals) = (socket, limit, DaemonAddress.world, reveals)
        isInWorld = DaemonEndpoint.isInWorld
    }

    /// Calls a method and waits for its result; first joins the world if the method depends on it.
    func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        _ parameters: Parameters = Parameters()
    ) throws(Failure) -> Response<Result> {
        try call(method, untyped: JSON(parameters))
    }

    /// Calls a method with parameters that are not validated here; the daemon reports their faults.
    func call<Parameters, Result>(
        _ method: MethodDeclaration<Parameters, Result>,
        untyped parameters: JSON
    ) throws(Failure) -> Response<Result> {
        let json = try call(plainly: method, parameters)
        return Response(json: json, result: try read(json))
    }

    /// Calls a method without decoding its result, for commands that scripts run in loops.
    ///
    /// Building the tables for parameters and results would cost more than all else in such a command. The function is
    /// inlined so that only the needed fields of the declaration are read: copying the declaration would create its
    /// generic type at run time.
    @inline(__always)
    func call<Parameters, Result>(
        plainly method: MethodDeclaration<Parameters, Result>,
        _ parameters: JSON
    ) throws(Failure) -> JSON {
        if isInWorld, method.scope == .shared, method.access == .writes { try checkDeclares(method.name) }
        return try call(method.name.description, in: method.scope, changes: method.access == .writes, parameters)
    }

    /// Throws a failure unless a method of the shared state may be called in a world.
    ///
    /// A user in a world expects to change private values only. But a script declares its keys each time it starts, in
    /// a world or outside, and the declarations are the same for all.
    private func checkDeclares(_ method: StaticString) throws(Failure) {
        guard method.description == API.Tunables.declare.name.description else { throw .onlyShared }
    }

    /// Calls a method without waiting for its response; does nothing if the daemon does not know the method or is gone.
    func notify<Parameters, Result>(_ method: MethodDeclaration<Parameters, Result>, _ parameters: Parameters) {
        client?.notify(method.name.description, parameters)
    }

    /// Sends several calls at once, and then waits for their responses, which are returned in order.
    ///
    /// If the daemon closes the connection early, the missing responses are left out.
    func callAll(_ calls: [(method: String, params: JSON)]) throws(Failure) -> [CallOutcome] {
        try greet()
        let outcomes = try attempt { () throws(ClientError) in try channel.callAll(calls, within: limit) }
        guard !reveals else { return outcomes }
        return outcomes.map { outcome in
            if case .result(let result) = outcome { .result(result.hidingSecrets) } else { outcome }
        }
    }

    /// Decodes a response as the result of its method.
    func read<Result: JSONReadable>(_ json: JSON) throws(Failure) -> Result {
        guard let result = json.read(as: Result.self) else { throw .garbled(socket.path) }
        return result
    }

    private func call(
        _ method: String,
        in scope: Scope,
        changes: Bool,
        _ parameters: JSON
    ) throws(Failure) -> JSON {
        if scope != .daemon || reveals { try greet() }
        return try call(method, changes: changes, parameters)
    }

    /// Calls a method; if it changes the state, a timeout says that the daemon may still make the change.
    private func call(_ method: String, changes: Bool, _ parameters: JSON) throws(Failure) -> JSON {
        do throws(Failure) {
            return try call(method, parameters)
        } catch .timedOut(let path, let limit) where changes {
            throw .unconfirmedChange(path, limit)
        }
    }

    /// Calls a method by its name; first joins the world if the method depends on it.
    func callByName(_ method: String, _ params: JSON) throws(Failure) -> JSON {
        let declaration = API.methods.first { $0.name.description == method }
        if let declaration, declaration.scope != .daemon || reveals { try greet() }
        return try call(method, changes: declaration?.access == .writes, params)
    }

    /// Creates a world that lasts as long as this connection, and joins it.
    func makeWorld(_ identity: String?) throws(Failure) -> Response<WorldResult> {
        var parameters = CreateWorldParameters()
        parameters.world = identity
        // The world of TUNER_WORLD may have ended, such as that of an earlier program.
        world = nil
        if reveals { try greet() }
        mustGreet = false
        let response = try call(API.Worlds.create, parameters)
        // A later greeting without the world would leave it.
        world = response.result.world
        return response
    }

    private func greet() throws(Failure) {
        guard mustGreet else { return }
        var parameters = HelloParameters()
        parameters.world = world
        // An older daemon does not know the parameter.
        if reveals { parameters.reveals = true }
        _ = try call(API.Session.hello.name.description, JSON(parameters))
        mustGreet = false
    }

    /// Calls a method and waits for its result, without joining a world.
    func call(_ method: String, _ params: JSON = [:]) throws(Failure) -> JSON {
        let result = try attempt { () throws(ClientError) in try channel.call(method, params, within: limit) }
        return reveals ? result : result.hidingSecrets
    }

    /// Returns the daemon's process ID, if the daemon and the kernel report the same one.
    ///
    /// They differ if another process created the socket, or if the two processes are in different PID namespaces.
    func process() throws(Failure) -> Int32? {
        do throws(Failure) {
            guard case .object(let info) = try call(API.Server.info.name.description),
                case .integer(let number)? = info["pid"], let pid = Int32(exactly: number),
                pid == client?.server.pid
            else { return nil }
            return pid
        } catch .refused {
            return nil
        }
    }

    /// Returns whether a key is the key of a flag.
    func isFlag(_ key: String) throws(Failure) -> Bool {
        do throws(Failure) {
            _ = try call(plainly: API.Flags.get, ["key": .string(key)])
            return true
        } catch .refused(let error) where error.kind == ErrorKind.unknownFlag.rawValue {
            return false
        }
    }

    /// Returns the variants of a flag; nil if there is no such flag, or if the daemon does not respond.
    ///
    /// It is for advice about a change that is already stored, so a failure must not become the result of the command.
    func variants(ofFlag key: String) -> JSONObject? {
        (try? call(plainly: API.Flags.get, ["key": .string(key)]))?["definition"]?["variants"]?.object
    }

    /// Returns the tunable of which a key names a member; nil for any other key.
    func tunable(ofMember key: String) throws(Failure) -> String? {
        do throws(Failure) {
            return try call(plainly: API.Tunables.describe, ["key": .string(key)])["memberOf"]?.text
        } catch .refused {
            return nil
        }
    }

    /// Pings the daemon and returns the time until the response.
    func ping() throws(Failure) -> Duration {
        let start = Kernel.monotonicTime()
        _ = try call(API.ping.name.description)
        return Kernel.monotonicTime() - start
    }

    /// Waits until the daemon closes the connection; returns false after the time has passed.
    ///
    /// Notifications in the meantime are discarded.
    func waitForEnd(within time: Duration) throws(Failure) -> Bool {
        let deadline = Kernel.monotonicTime() + time
        do throws(Failure) {
            try attempt { () throws(ClientError) in
                while try client?.nextNotification(within: deadline - Kernel.monotonicTime()) != nil {}
            }
            return false
        } catch .disconnected {
            return true
        }
    }

    /// Waits for a notification; returns false if the time is over before.
    func waitForNotification(until deadline: MonotonicTime) throws(Failure) -> Bool {
        try attempt { () throws(ClientError) in
            let left = deadline - Kernel.monotonicTime()
            return left > .zero ? try client?.nextNotification(within: left) != nil : false
        }
    }

    /// Adds the connection to a poller, which reports when the socket is readable.
    func watch(by poller: borrowing Poller, token: UInt64) throws(SystemError) {
        try client?.withSocket { (socket) throws(SystemError) in
            try poller.add(socket, token: token, interest: .readable)
        }
    }

    private func attempt<Value>(_ body: () throws(ClientError) -> Value) throws(Failure) -> Value {
        do {
            return try body()
        } catch {
            throw Failure(error, socket, limit)
        }
    }
}

extension Failure {
    /// Converts an error of the client into the failure of a command.
    init(_ error: ClientError, _ socket: DaemonSocket, _ limit: Duration) {
        switch error {
        case .unreachable(let error): self = .unreachable(socket, error)
        case .distrusted(let distrust): self = .distrusted(distrust)
        case .timedOut: self = .timedOut(socket.path, limit)
        case .closed: self = .disconnected(socket)
        case .garbled: self = .garbled(socket.path)
        case .refused(let error): self = .refused(error)
        case .unwritable: preconditionFailure("what was read as JSON has only numbers that JSON can spell")
        }
    }
}
