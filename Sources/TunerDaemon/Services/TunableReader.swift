import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// The methods that read tunables; they change nothing.
struct TunableReader {
    let states: StateVersions
    let soft: SoftStateStore
    let lookup: SubscriberLookup
    let preloader: LookupPreloader

    func register(in methods: inout DaemonMethods) {
        methods.add(writing: API.Tunables.get, fastHandler: respond, get)
        methods.add(streaming: API.Tunables.getAll, getAll)
        methods.add(streaming: API.Tunables.list, list)
        methods.add(streaming: API.Tunables.describe, describe)
        methods.add(writing: API.Tunables.last) { [states] _, caller in
            let state = states.state(for: caller)
            return NewestCommit(commit: state.history.newest, filter: SecretFilter(state, for: caller))
        }
        methods.add(streaming: API.Tunables.history, history)
        methods.add(streaming: API.Tunables.export, export)
        methods.add(streaming: API.Tunables.schema, schema)
    }

    private func get(_ parameters: GetParameters, _ caller: Caller) throws(RPCError) -> KeyedValue {
        let key = try Key(parameter: "key", parameters.key)
        let defaultsOnMismatch = parameters.defaultsOnMismatch == true
        if defaultsOnMismatch, parameters.fallback == nil || parameters.type == nil {
            throw RPCError(parameter: "defaultOnMismatch", "defaultOnMismatch needs the parameters default and as")
        }
        let type = try parameters.type.map { (name) throws(RPCError) in try tunableType(named: name) }
        let fallback = try parameters.fallback.map { (value) throws(RPCError) in try checkedDefault(value, type) }
        let (resolution, revision) = try states.lookUp(key, by: caller)
        if let value = resolution.value {
            do throws(ValueFault) {
                let value = try type?.converted(value) ?? value
                return KeyedValue(key: parameters.key, value: value, origin: resolution.origin, revision: revision)
            } catch {
                guard defaultsOnMismatch else { throw RPCError(.value(key, try shown(error, of: key, caller))) }
            }
        }
        guard let fallback else {
            let view = try states.view(for: caller)
            throw RPCError(view.state.unknown(key, in: view.world))
        }
        return KeyedValue(key: parameters.key, value: fallback, origin: .none, revision: revision)
    }

    /// Returns the fault of a stored value as it may be shown.
    private func shown(_ fault: ValueFault, of key: Key, _ caller: Caller) throws(RPCError) -> ValueFault {
        let view = try states.view(for: caller)
        return view.state.isDeclaredSecret(key, in: view.world) ? fault.withoutValues : fault
    }

    /// Returns a default as a value of a type; refuses one of another type.
    private func checkedDefault(_ value: JSON, _ type: TunableType?) throws(RPCError) -> JSON {
        guard let type else { return value }
        guard type.includes(value) else {
            throw RPCError(parameter: "default", ValueFault(.type(type), in: value).sentence(about: "default"))
        }
        return (try? type.converted(value)) ?? value
    }

    private func tunableType(named name: String) throws(RPCError) -> TunableType {
        if let type = TunableType(rawValue: name) { return type }
        throw RPCError(parameter: "as", name, isNot: TunableType.allCases.map(\.rawValue))
    }

    private func getAll(
        _ parameters: PageParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<GetAllResult> {
        let cursor = KeyCursor(
            try states.view(for: caller),
            matching: try parameters.match?.patterns(parameter: "match"),
            after: try parameters.after.map { (text) throws(RPCError) in try Key(parameter: "after", text) }
        )
        var result = GetAllResult()
        result.revision = cursor.view.state.revision
        let values = EffectiveValues(cursor, try Page(parameters.limit))
        let (state, isWanted) = (cursor.view.state, SecretNames.matching(parameters.match))
        let secrets = SecretNames(state.secretKeys) { state.isDeclaredSecret($0) && isWanted($0) }
        return StreamedRecord(result, long: ["values": values, "secrets": secrets], more: \.more)
    }

    private func list(
        _ parameters: ListParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<ListResult> {
        let cursor = KeyCursor(
            try states.view(for: caller),
            matching: try parameters.match?.patterns(parameter: "match"),
            after: try parameters.after.map { (text) throws(RPCError) in try Key(parameter: "after", text) }
        )
        var result = ListResult()
        result.revision = cursor.view.state.revision
        let filter = SecretFilter(cursor.view.state, for: caller)
        let search = parameters.search.map { KeySearch($0) }
        let tunables = ListedTunables(cursor, search, try Page(parameters.limit), filter)
        return StreamedRecord(result, long: ["tunables": tunables], more: \.more)
    }

    private func describe(
        _ parameters: KeyParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<DescribeResult> {
        let key = try Key(parameter: "key", parameters.key)
        let view = try states.view(for: caller)
        guard let description = view.describe(key) else { throw RPCError(view.state.unknown(key, in: view.world)) }
        let isDeclared = description.tunable?.declaration != nil
        let nearest = isDeclared || description.isMember ? nil : view.state.nearest(besides: key)
        let filter = SecretFilter(view.state, for: caller)
        var result = DescribeResult(description, nearest: nearest, soft.state, filter)
        addReaders(of: key, to: &result, view, caller)
        return StreamedRecord(
            result,
            long: ["layers": DescribedCandidates(description, filter)]
        )
    }

    /// Adds the programs that subscribe to a key, each with the state that needs most attention.
    private func addReaders(of key: Key, to result: inout DescribeResult, _ view: View, _ caller: Caller) {
        let query = SubscriberQuery([key], through: view.state.revision, in: view)
        let subscriptions = lookup.subscriptions(query, seenBy: caller).sorted { $0.peer.number < $1.peer.number }
        let filter = SecretFilter(view.state, for: caller)
        var readers: [ReaderRecord] = []
        for subscription in subscriptions {
            let reader = ReaderRecord(lookup.record(of: subscription, query, filter))
            guard let index = readers.firstIndex(where: { $0.isSameProgram(as: reader) }) else {
                guard readers.count < TunableReader.maxReaders else {
                    result.hasMoreReaders = true
                    break
                }
                readers.append(reader)
                continue
            }
            if reader.rank > readers[index].rank { readers[index] = reader }
        }
        result.readers = readers.isEmpty ? nil : readers
    }

    /// The largest number of readers in a description.
    private static let maxReaders = 32

    private func history(
        _ parameters: HistoryParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<HistoryResult> {
        guard parameters.limit > 0 else {
            throw RPCError(parameter: "limit", "limit must be at least 1, got \(parameters.limit)")
        }
        let state = states.state(for: caller)
        let commits = ListedCommits(
            state,
            matching: try parameters.match?.patterns(parameter: "match"),
            before: parameters.before,
            limit: parameters.limit,
            SecretFilter(state, for: caller)
        )
        return StreamedRecord(HistoryResult(), long: ["commits": commits])
    }

    private func export(
        _ parameters: MatchParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<ExportResult> {
        let cursor = try sharedCursor(parameters, caller)
        let state = cursor.view.state
        let filter = SecretFilter(state, for: caller)
        let isWanted = SecretNames.matching(parameters.match)
        let secrets = SecretNames(state.secretKeys) { isWanted($0) && filter.hides($0, in: state) }
        var result = ExportResult()
        result.revision = state.revision
        return StreamedRecord(
            result,
            long: [
                "values": FoundValues.valid(cursor, filter), "invalid": FoundValues.invalid(cursor, filter),
                "specs": FoundValues.specs(cursor, filter), "secrets": secrets,
            ]
        )
    }

    private func schema(
        _ parameters: MatchParameters,
        _ caller: Caller
    ) throws(RPCError) -> StreamedRecord<SchemaResult> {
        let cursor = try sharedCursor(parameters, caller)
        var result = SchemaResult()
        result.allowsOthers = cursor.view.state.rules.isStrict ? false : nil
        let properties = FoundValues.properties(cursor, SecretFilter(cursor.view.state, for: caller))
        return StreamedRecord(result, long: ["properties": properties])
    }

    /// Returns a cursor over the keys outside of all worlds.
    private func sharedCursor(_ parameters: MatchParameters, _ caller: Caller) throws(RPCError) -> KeyCursor {
        KeyCursor(
            View(states.state(for: caller)),
            matching: try parameters.match?.patterns(parameter: "match")
        )
    }
}
