import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunerAPI

/// The methods that read and evaluate flags; they change nothing.
struct FlagEvaluator {
    let states: StateVersions
    let contexts: EvaluationContexts
    let counts: EvaluationCounts
    let file: FlagsFile?

    func register(in methods: inout DaemonMethods) {
        methods.add(writing: API.Flags.evaluate, fastHandler: respond, evaluate)
        methods.add(streaming: API.Flags.evaluateAll, evaluateAll)
        methods.add(API.Flags.get) { [self] (parameters, caller) throws(RPCError) in
            try get(parameters.key, caller)
        }
        methods.add(streaming: API.Flags.list, list)
    }

    private func evaluate(_ parameters: EvaluateParameters, _ caller: Caller) throws(RPCError) -> KeyedEvaluation {
        let key = try FlagKey(parameter: "key", parameters.key)
        let request = EvaluationRequest(
            type: try FlagEvaluator.type(parameters.type),
            callersDefault: parameters.fallback,
            explains: parameters.explains
        )
        let view = try states.view(for: caller)
        let context = contexts.context(of: caller, given: parameters.context, at: states.seconds)
        let evaluation = view.evaluate(key, request, in: context)
        counts.add(evaluation, of: key.text.utf8.span)
        return KeyedEvaluation(key: parameters.key, evaluation: evaluation)
    }

    private static func type(_ name: String?) throws(RPCError) -> FlagType? {
        guard let name else { return nil }
        if let type = FlagType(rawValue: name) {
            return type
        }
        throw RPCError(parameter: "type", name, isNot: FlagType.allCases.map(\.rawValue))
    }

    private func evaluateAll(
        _ parameters: EvaluateAllParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<EvaluateAllResult> {
        let cursor = try flagCursor(after: parameters.after, limit: parameters.limit, caller)
        var result = EvaluateAllResult()
        result.revision = cursor.view.state.revision
        result.flagsVersion = caller.session.world == nil ? states.flagsVersion(for: caller) : nil
        let context = contexts.context(of: caller, given: parameters.context, at: states.seconds)
        let flags = EvaluatedFlags(cursor, in: context, counting: EvaluationTally(counts))
        return StreamedRecord(result, long: ["flags": flags], more: \.more, readsTime: \.readsTime)
    }

    private func get(_ text: String, _ caller: Caller) throws(RPCError) -> FlagResult {
        let key = try FlagKey(parameter: "key", text)
        let view = try states.view(for: caller)
        guard let flag = view.flag(key) else { throw RPCError(view.state.unknown(key)) }
        return FlagResult(flag, view.state.flag(key)?.declared?.actor, killSwitches: view.state.killSwitches(of: key))
    }

    private func list(
        _ parameters: ListFlagsParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<FlagListResult> {
        let cursor = try flagCursor(after: parameters.after, limit: parameters.limit, caller)
        var result = FlagListResult()
        result.revision = cursor.view.state.revision
        result.file = file?.record
        return StreamedRecord(result, long: ["flags": ListedFlags(cursor)], more: \.more)
    }

    private func flagCursor(after start: String?, limit: Int64?, _ caller: Caller) throws(RPCError) -> FlagCursor {
        FlagCursor(
            try states.view(for: caller),
            after: try start.map { (text) throws(RPCError) in try FlagKey(parameter: "after", text) },
            try Page(limit)
        )
    }
}
