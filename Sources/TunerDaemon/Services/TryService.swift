import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// The methods that begin, end and list tries.
struct TryService {
    let states: StateVersions
    let writer: StateWriter

    /// The largest number of bytes of a reason.
    private static let longestReason = 4_096

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Tunables.attempt, begin)
        methods.add(API.Tunables.confirm) { [self] (parameters, caller) throws(RPCError) in
            try end(.confirmTry(parameters.id), parameters.id, caller)
        }
        methods.add(API.Tunables.cancel) { [self] (parameters, caller) throws(RPCError) in
            if let reason = parameters.reason, reason.utf8.count > TryService.longestReason {
                let most = TryService.longestReason
                let sentence = "reason may have at most \(most) bytes, got \(reason.utf8.count)"
                throw RPCError(limit: "reason", most, parameter: "reason", bytes: reason.utf8.count, sentence)
            }
            return try end(.cancelTry(parameters.id, because: parameters.reason), parameters.id, caller)
        }
        methods.add(API.Tunables.tries) { [self] (parameters, caller) throws(RPCError) in
            let state = states.state(for: caller)
            var result = TriesResult()
            result.tries = state.allTries.filter { parameters.id == nil || $0.id == parameters.id }.map {
                TryRecord($0, in: state, at: states.now)
            }
            return result
        }
    }

    private func begin(_ parameters: TryParameters, _ caller: Caller) throws(RPCError) -> TryResult {
        let request = try TryRequest(parameters)
        guard let duration = try WriteOptions(duration: parameters.duration).duration else {
            throw RPCError(parameter: "for", "for is missing")
        }
        let start = states.now
        let outcome = try writer.perform(.beginTry(request, for: duration), caller, isDryRun: parameters.isDryRun)
        let state = states.state(for: caller)
        let filter = SecretFilter(state, for: caller)
        var result = TryResult(outcome, revision: outcome.commit?.revision ?? state.revision, filter)
        result.id = result.result.revision
        result.flags = outcome.commit.flatMap { FlagEditRecord.records(of: $0) }
        result.end = start.advanced(byMilliseconds: duration).rfc3339
        return result
    }

    private func end(_ mutation: Mutation, _ id: Int64, _ caller: Caller) throws(RPCError) -> TryEndResult {
        let state = states.state(for: caller)
        let replaced = state.findTry(id).map { ReplacedChange.records(of: $0, in: state) } ?? []
        let outcome = try writer.perform(mutation, caller)
        let after = states.state(for: caller)
        let filter = SecretFilter(after, for: caller)
        var result = TryEndResult(outcome, revision: outcome.commit?.revision ?? after.revision, filter)
        result.flags = outcome.commit.flatMap { FlagEditRecord.records(of: $0) }
        result.replaced = replaced.isEmpty ? nil : replaced
        return result
    }
}

extension TryRequest {
    /// Creates the request of a call; throws if it is empty or names a flag twice.
    fileprivate init(_ parameters: TryParameters) throws(RPCError) {
        self.init()
        clamps = parameters.clamps
        values = try parameters.values.members.map { (member) throws(RPCError) in
            Mutation.Entry(try Key(parameter: "values", member.name), member.value)
        }
        var known: Set<FlagKey> = []
        for flag in parameters.flags {
            let key = try FlagKey(parameter: "flags", flag.key)
            guard known.insert(key).inserted else {
                throw RPCError(parameter: "flags", "flags has \(flag.key.shown) twice")
            }
            switch (flag.variant, flag.value) {
            case (let name?, nil): flags.append((key, .variant(name)))
            case (nil, let value?): flags.append((key, .value(value)))
            default: throw RPCError(parameter: "flags", "\(flag.key.shown) needs either variant or value")
            }
        }
        if let content = parameters.layer {
            _ = try LayerName.checked(content.name)
            layer = try Layer(content, try Layer.entries(content))
        }
        guard !isEmpty else {
            throw RPCError(parameter: "values", "tunables.try needs values, flags or a layer")
        }
    }
}

extension TryRecord {
    fileprivate init(_ pending: PendingTry, in state: State, at now: Moment) {
        self.init()
        id = pending.id
        actor = ActorRecord(pending.actor)
        start = pending.start.rfc3339
        end = pending.end.rfc3339
        left = Double(max(0, pending.end.milliseconds - now.milliseconds)) / 1_000
        for subject in pending.subjects {
            switch subject {
            case .tunable(let key): keys.append(key.text)
            case .flag(let key): flags.append(key.text)
            }
        }
        layer = pending.layer
        let replaced = ReplacedChange.records(of: pending, in: state)
        self.replaced = replaced.isEmpty ? nil : replaced
    }
}

extension ReplacedChange {
    /// Returns the replaced changes of a try.
    fileprivate static func records(of pending: PendingTry, in state: State) -> [ReplacedChange] {
        state.replaced(of: pending).map { subject, commit in
            var record = ReplacedChange()
            switch subject {
            case .tunable(let key): record.key = key.text
            case .flag(let key): record.flag = key.text
            case nil: record.layer = pending.layer
            }
            record.actor = commit.map { ActorRecord($0.actor) }
            record.revision = commit?.revision
            return record
        }
    }
}
