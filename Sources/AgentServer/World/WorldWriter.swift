import ConsoleCore
import JSONCore
import TunerAPI

/// Makes the changes of an agent in a world, which the first change creates.
final class WorldWriter: AgentWriter {
    private let daemon: any AgentDaemon
    /// Whether another program has created the world.
    private let isJoined: Bool
    /// The ID of the world; nil before the first change.
    private(set) var world: String?
    /// The changes of the session, with what the world had before them, the oldest first.
    private var steps: [WorldStep] = []
    /// What the session has set last, to create a lost world again.
    private var contents = WorldContents()
    /// The proposal of the session that no person has ended, as far as the session knows.
    var proposal: String?

    /// Creates a writer for the world of another program, or for one that the first change creates.
    init(_ daemon: any AgentDaemon, world: String?) {
        (self.daemon, self.world) = (daemon, world)
        isJoined = world != nil
        daemon.whenConnected = { [weak self] in self?.restore($0) }
    }

    // MARK: The world

    func endWorld() {
        (steps, contents) = ([], WorldContents())
        if !isJoined { world = nil }
        daemon.reconnect()
    }

    /// Calls `handle` when the session is in its world.
    private func enter(_ handle: @escaping (DaemonFailure?) -> Void) {
        guard world == nil else { return handle(nil) }
        daemon.call(API.Worlds.create.name, [:]) { [self] result in
            switch result {
            case .success(let created):
                world = created["world"]?.text
                handle(nil)
            case .failure(let failure): handle(failure)
            }
        }
    }

    /// Creates the world again on a new connection, because it has ended with the connection before.
    private func restore(_ handle: @escaping (Bool) -> Void) {
        guard let world, !isJoined else { return handle(true) }
        var calls: [(StaticString, JSON)] = [(API.Worlds.create.name, ["world": .string(world)])]
        if !contents.values.isEmpty {
            // A value that was clamped when it was set must be clamped again.
            let params: JSON = ["values": .object(contents.values), "clamp": true]
            calls.append((API.Tunables.update.name, params))
        }
        calls += contents.flags.members.map { (API.Flags.set.name, $0.value) }
        inOrder(calls) { [self] call, next in
            daemon.call(call.0, call.1, isUrgent: true) { [self] result in
                if case .success = result { return next() }
                // If only the connection was lost, the next one has the world again.
                if case .failure(.refused) = result { (self.world, steps, contents) = (nil, [], WorldContents()) }
                // No further call: outside of the world, it would change the shared values.
                handle(false)
            }
        } then: {
            handle(true)
        }
    }

    /// Calls a method that writes, unless the world has ended: the call would then change the shared values.
    ///
    /// The connection ends with the world, so a call that waits for the next connection fails with it.
    private func callInWorld(
        _ method: StaticString,
        _ params: JSON,
        _ handle: @escaping (Result<JSON, DaemonFailure>) -> Void
    ) {
        guard world != nil else {
            return handle(.failure(.unavailable("the world of this session has ended, and its values are gone")))
        }
        daemon.call(method, params, handle)
    }

    // MARK: Changes

    /// The secret keys that the session has changed.
    var secrets: [String] { steps.reduce(into: Set()) { $0.formUnion($1.secrets) }.sorted() }

    func write(_ change: AgentChange, _ handle: @escaping (AgentOutcome) -> Void) {
        // A world has no shared effect, so there is no longest time.
        let seconds = change.seconds.flatMap { $0.isFinite ? $0 : nil }
        enter { [self] failure in
            if let failure { return handle(.failed(failure)) }
            WorldStep.read(for: change, contents, daemon) { [self] result in
                switch result {
                case .success(let step): set(change, for: seconds, step, handle)
                case .failure(let failure): handle(.failed(failure))
                }
            }
        }
    }

    /// Sets the values, and then the flags; if a flag is refused, the values return.
    private func set(
        _ change: AgentChange,
        for seconds: Double?,
        _ step: WorldStep,
        _ handle: @escaping (AgentOutcome) -> Void
    ) {
        setValues(change, for: seconds) { [self] result in
            switch result {
            case .failure(let failure): handle(.failed(failure))
            case .success(let changes) where change.isDryRun:
                let shown = changes.hidingSecrets(of: step.secrets)
                handle(.changed(note: "this was a dry run", ["changes": .array(shown)]))
            case .success(let changes):
                setFlags(change.flags, for: seconds) { [self] failure in
                    guard let failure else {
                        steps.append(step)
                        if seconds == nil { contents.note(change) }
                        let shown = changes.hidingSecrets(of: step.secrets)
                        return handle(.changed(note: note, facts(shown, change.flags)))
                    }
                    restore(step) { _ in handle(.failed(failure)) }
                }
            }
        }
    }

    private func setValues(
        _ change: AgentChange,
        for seconds: Double?,
        _ handle: @escaping (Result<[JSON], DaemonFailure>) -> Void
    ) {
        guard !change.values.isEmpty else { return handle(.success([])) }
        var params: JSONObject = [
            "values": .object(change.values), "create": false, "clamp": .boolean(change.clamps),
            "dryRun": .boolean(change.isDryRun),
        ]
        params["for"] = seconds.map { .plain($0) }
        callInWorld(API.Tunables.update.name, .object(params)) { result in
            handle(result.map { $0["changes"]?.elements ?? [] })
        }
    }

    private func setFlags(_ flags: [JSON], for seconds: Double?, _ handle: @escaping (DaemonFailure?) -> Void) {
        inOrder(flags) { [self] flag, next in
            var params = flag.object ?? JSONObject()
            params["for"] = seconds.map { .plain($0) }
            callInWorld(API.Flags.set.name, .object(params)) { result in
                if case .failure(let failure) = result { handle(failure) } else { next() }
            }
        } then: {
            handle(nil)
        }
    }

    private func facts(_ changes: [JSON], _ flags: [JSON]) -> JSONObject {
        var facts: JSONObject = ["changes": .array(changes), "world": .string(world ?? "")]
        if !flags.isEmpty { facts["flags"] = .array(flags) }
        return facts
    }

    private var note: String {
        "only in the world \(world ?? ""); a program that starts with TUNER_WORLD=\(world ?? "") uses these values"
    }

    // MARK: Undo

    func undo(all: Bool, _ handle: @escaping (AgentOutcome) -> Void) {
        guard !steps.isEmpty else { return handle(.nothing("this session has no change to undo")) }
        let undone = Array((all ? steps[...] : steps.suffix(1)).reversed())
        var changes: [JSON] = []
        inOrder(undone) { [self] step, next in
            restore(step) { [self] result in
                switch result {
                case .success(let reverted):
                    _ = steps.popLast()
                    contents.forget(step)
                    changes += reverted.hidingSecrets(of: step.secrets)
                    next()
                case .failure(let failure): handle(.failed(failure))
                }
            }
        } then: { [self] in
            handle(.changed(note: "undone", facts(changes, undone.flatMap(\.flagEdits))))
        }
    }

    /// Gives the world back what it had before a step.
    private func restore(_ step: WorldStep, _ handle: @escaping (Result<[JSON], DaemonFailure>) -> Void) {
        var changes: [JSON] = []
        inOrder(step.calls) { [self] call, next in
            callInWorld(call.method, call.params) { result in
                switch result {
                case .success(let facts):
                    changes += facts["changes"]?.elements ?? facts.changeOfOneKey.map { [$0] } ?? []
                    next()
                case .failure(let failure): handle(.failure(failure))
                }
            }
        } then: {
            handle(.success(changes))
        }
    }
}

extension JSON {
    /// The result of a write of one key as a change; nil if nothing changed.
    fileprivate var changeOfOneKey: JSON? {
        guard let key = self["key"], self["value"] != nil || self["old"] != nil else { return nil }
        var change: JSONObject = ["key": key]
        (change["value"], change["old"]) = (self["effective"] ?? self["value"], self["old"])
        change["origin"] = self["origin"]
        return .object(change)
    }
}
