import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

/// Makes each change of an agent a try of the shared values, which ends by itself.
final class TryWriter: AgentWriter {
    private let daemon: any AgentDaemon
    /// The longest time of a try.
    private let longest: Double
    /// The tries of the session that it has not cancelled, the newest last; some may have ended.
    private var tries: [(id: Int64, secrets: [String])] = []

    private let limits: KeyLimits

    init(_ daemon: any AgentDaemon, _ limits: KeyLimits, longest: Double) {
        (self.daemon, self.limits, self.longest) = (daemon, limits, longest)
    }

    func endWorld() {}

    func write(_ change: AgentChange, _ handle: @escaping (AgentOutcome) -> Void) {
        var secrets: [String] = []
        inOrder(change.values.members.map(\.name)) { [self] key, next in
            daemon.call(API.Tunables.describe.name, ["key": .string(key)]) { [self] result in
                switch result {
                case .success(let described) where described["spec"] == nil && described["value"] == nil:
                    // A try would create the key.
                    let nearest = described["nearest"]?.text.flatMap { limits.allows($0) ? $0 : nil }
                    handle(.nothing("there is no key \(key.shown)\(NearestName.question(nearest))"))
                case .success(let described):
                    if described["secret"] == true { secrets.append(key) }
                    next()
                case .failure(.refused): next()
                case .failure(let failure): handle(.failed(failure))
                }
            }
        } then: { [self] in
            attempt(change, secrets, handle)
        }
    }

    private func attempt(
        _ change: AgentChange,
        _ secrets: [String],
        _ handle: @escaping (AgentOutcome) -> Void
    ) {
        let seconds = min(change.seconds ?? longest, longest)
        let params: JSONObject = [
            "values": .object(change.values), "flags": .array(change.flags), "for": .plain(seconds),
            "clamp": .boolean(change.clamps), "dryRun": .boolean(change.isDryRun),
        ]
        daemon.call(API.Tunables.attempt.name, .object(params)) { [self] result in
            switch result {
            case .success(let facts):
                if case .integer(let id)? = facts["try"], !change.isDryRun { tries.append((id, secrets)) }
                let note =
                    change.isDryRun
                    ? "this was a dry run"
                    : "in effect for all programs until \(facts["end"]?.text ?? ""); a person keeps it with "
                        + "tunerctl confirm \(JSONText.compact(facts["try"] ?? .null))"
                var shown = facts.object ?? [:]
                shown["changes"] = .array((facts["changes"]?.elements ?? []).hidingSecrets(of: secrets))
                handle(.changed(note: note, shown))
            case .failure(let failure): handle(.failed(failure))
            }
        }
    }

    func undo(all: Bool, _ handle: @escaping (AgentOutcome) -> Void) {
        guard !tries.isEmpty else { return handle(.nothing("this session has no change to undo")) }
        let ended = Array((all ? tries[...] : tries.suffix(1)).reversed())
        var (changes, flags): ([JSON], [JSON]) = ([], [])
        inOrder(ended) { [self] attempt, next in
            let params: JSON = ["try": .integer(attempt.id), "reason": "undone by the agent"]
            daemon.call(API.Tunables.cancel.name, params) { [self] result in
                switch result {
                case .success(let facts):
                    _ = tries.popLast()
                    changes += (facts["changes"]?.elements ?? []).hidingSecrets(of: attempt.secrets)
                    flags += facts["flags"]?.elements ?? []
                    next()
                // The try has ended by itself, or a person has kept it.
                case .failure(.refused(let error)) where error.kind == ErrorKind.conflict.rawValue:
                    _ = tries.popLast()
                    next()
                case .failure(let failure): handle(.failed(failure))
                }
            }
        } then: {
            handle(.changed(note: "undone", ["changes": .array(changes), "flags": .array(flags)]))
        }
    }
}
