import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// The methods that change tunables: each call becomes one mutation.
struct TunableWriter {
    let states: StateVersions
    let soft: SoftStateStore
    let writer: StateWriter
    let staged: StagedCalls

    func register(in methods: inout DaemonMethods) {
        registerSingle(in: &methods)
        registerMany(in: &methods)
        registerDeclaring(in: &methods)
    }

    private func registerSingle(in methods: inout DaemonMethods) {
        let fastHandler: FastHandler = { [writer] params, text, peer, output in
            TunableWriter.respond(params, text, peer, &output, writer)
        }
        methods.add(API.Tunables.set, fastHandler: fastHandler) { [self] (parameters, caller) throws(RPCError) in
            let key = try Key(parameter: "key", parameters.key)
            let options = try WriteOptions(parameters)
            return try one(.set(key, parameters.value, options), key, caller, isDryRun: parameters.isDryRun)
        }
        methods.add(API.Tunables.toggle) { [self] (parameters, caller) throws(RPCError) in
            let key = try Key(parameter: "key", parameters.key)
            let options = try WriteOptions(duration: parameters.duration)
            return try one(.toggle(key, options), key, caller, isDryRun: parameters.isDryRun)
        }
        methods.add(API.Tunables.step) { [self] (parameters, caller) throws(RPCError) in
            let key = try Key(parameter: "key", parameters.key)
            let options = try WriteOptions(duration: parameters.duration)
            let mutation = Mutation.step(key, by: parameters.count, options)
            return try one(mutation, key, caller, isDryRun: parameters.isDryRun)
        }
    }

    private func registerMany(in methods: inout DaemonMethods) {
        methods.add(API.Tunables.update) { [self] (parameters, caller) throws(RPCError) in
            let options = try WriteOptions(parameters)
            let values = StagedContent(try entries(parameters.values))
            guard let whole = try staged.collect(values, of: "update", parameters.piece, parameters.hasMore, caller)
            else { return UpdateResult(stagedFor: caller, states) }
            let mutation = Mutation.update(whole.entries, options)
            let (outcome, revision) = try perform(mutation, caller, isDryRun: parameters.isDryRun)
            return UpdateResult(outcome, revision: revision, filter(caller))
        }
        methods.add(API.Tunables.setAll) { [self] (parameters, caller) throws(RPCError) in
            var options = WriteOptions()
            options.ifRevision = parameters.ifRevision
            options.clamps = parameters.clamps
            let values = StagedContent(try entries(parameters.values))
            options.keepsEqual = parameters.keepsEqual
            options.storesAll = parameters.storesAll
            let patterns = try parameters.match?.patterns(parameter: "match")
            guard let whole = try staged.collect(values, of: "setAll", parameters.piece, parameters.hasMore, caller)
            else { return ReplaceResult(stagedFor: caller, states) }
            let mutation = Mutation.setAll(whole.entries, options, resetting: patterns)
            let (outcome, revision) = try perform(mutation, caller, isDryRun: parameters.isDryRun)
            return ReplaceResult(outcome, revision: revision, filter(caller))
        }
        methods.add(API.Tunables.importing) { [self] (parameters, caller) throws(RPCError) in
            var options = WriteOptions()
            options.ifRevision = parameters.ifRevision
            options.clamps = parameters.clamps
            let values = try entries(parameters.values)
            let invalid = try entries(parameters.invalid, mayBeInvalid: true).filter {
                parameters.values[$0.key.text] == nil
            }
            let content = StagedContent(values + invalid, try specs(parameters.specs))
            guard let whole = try staged.collect(content, of: "import", parameters.piece, parameters.hasMore, caller)
            else { return ReplaceResult(stagedFor: caller, states) }
            let mutation = Mutation.import(values: whole.entries, specs: whole.specs, options)
            let (outcome, revision) = try perform(mutation, caller, isDryRun: parameters.isDryRun)
            if !parameters.isDryRun {
                noteDeclaration(of: whole.specs)
            }
            return ReplaceResult(outcome, revision: revision, filter(caller))
        }
        methods.add(API.Tunables.reset) { [self] (parameters, caller) throws(RPCError) in
            let key = try Key(parameter: "key", parameters.key)
            let mutation = Mutation.reset(key, ifRevision: parameters.ifRevision)
            let (outcome, revision) = try perform(mutation, caller, isDryRun: parameters.isDryRun)
            return ChangesResult(outcome, revision: revision, filter(caller))
        }
        methods.add(API.Tunables.resetAll) { [self] (parameters, caller) throws(RPCError) in
            let patterns = try parameters.match?.patterns(parameter: "match")
            let (outcome, revision) = try perform(.resetAll(patterns), caller, isDryRun: parameters.isDryRun)
            return ResetAllResult(outcome, revision: revision, filter(caller))
        }
    }

    private func registerDeclaring(in methods: inout DaemonMethods) {
        methods.add(API.Tunables.declare) { [self] (parameters, caller) throws(RPCError) in
            let (specs, outcome): ([Mutation.KeyedSpec], MutationOutcome)
            do throws(RPCError) {
                specs = try declared(parameters)
                outcome = try writer.perform(.declare(specs, replace: parameters.replaces), caller)
            } catch {
                caller.session.declarations.refuse(error.keys)
                throw error
            }
            caller.session.declarations.accept(specs.lazy.map(\.key.text))
            noteDeclaration(of: specs)
            var result = DeclareResult()
            result.key = parameters.key
            result.revision = outcome.commit?.revision ?? states.state(for: caller).revision
            result.hasChanged = outcome.hasChanged
            result.invalid = invalidValues(of: specs, states.state(for: caller))
            return result
        }
        methods.add(API.Tunables.forget) { [self] (parameters, caller) throws(RPCError) in
            let key = try Key(parameter: "key", parameters.key)
            let (outcome, revision) = try perform(.forget(key), caller)
            soft.remember { $0.forget(declarationOf: key) }
            return ChangesResult(outcome, revision: revision, filter(caller))
        }
        methods.add(API.Tunables.undo) { [self] (parameters, caller) throws(RPCError) in
            try undone(.undo(everyone: parameters.everyone, skips: parameters.skips), caller)
        }
        methods.add(API.Tunables.redo) { [self] (parameters, caller) throws(RPCError) in
            try undone(.redo(everyone: parameters.everyone), caller)
        }
    }

    /// Returns the first stored values that their declarations do not allow; nil if there are none.
    private func invalidValues(of specs: [Mutation.KeyedSpec], _ state: State) -> [InvalidValueRecord]? {
        let records = specs.lazy.compactMap { spec in
            state.tunable(spec.key)?.localFault.map { fault in
                let fault = state.secretKeys.contains(spec.key) ? fault.withoutValues : fault
                var record = InvalidValueRecord()
                (record.key, record.message) = (spec.key.text, fault.sentence(about: spec.key.text))
                return record
            }
        }
        let first = Array(records.prefix(8))
        return first.isEmpty ? nil : first
    }

    /// Notes the time when keys were declared.
    ///
    /// Users can then find declarations that no program has made for a long time.
    private func noteDeclaration(of specs: [Mutation.KeyedSpec]) {
        guard !specs.isEmpty else { return }
        soft.remember { $0.note(declarationOf: specs.lazy.map(\.key), at: states.now) }
    }

    private func one(
        _ mutation: Mutation,
        _ key: Key,
        _ caller: Caller,
        isDryRun: Bool
    ) throws(RPCError) -> SetResult {
        let outcome = try writer.perform(mutation, caller, isDryRun: isDryRun)
        var result = SetResult()
        result.key = key.text
        result.value = outcome.value ?? .null
        result.old = outcome.old
        result.revision = outcome.commit?.revision ?? outcome.keyRevision
        result.hasChanged = outcome.hasChanged
        result.isSecret = try isSecret(key, caller) ? true : nil
        let effective =
            try isDryRun
            ? writer.resolution(of: key, after: mutation, caller) : states.lookUp(key, by: caller).resolution
        if let value = effective.value, value != result.value {
            result.effective = value
            result.origin = effective.origin.name
        }
        return result
    }

    /// Returns the filter of a result of a write: the program that has written may need the value that is stored.
    private func filter(_ caller: Caller) -> SecretFilter {
        SecretFilter(delivering: states.state(for: caller).secretKeys)
    }

    /// Returns whether the results of writes to a key, or to a member, are marked as secret.
    private func isSecret(_ key: Key, _ caller: Caller) throws(RPCError) -> Bool {
        let view = try states.view(for: caller)
        guard !view.state.secretKeys.isEmpty else { return false }
        return view.state.secretKeys.contains(view.state.member(key, in: view.world)?.tunable ?? key)
    }

    /// Performs a mutation; also returns the revision of its commit, or of the caller's state if there is no commit.
    private func perform(
        _ mutation: Mutation,
        _ caller: Caller,
        isDryRun: Bool = false
    ) throws(RPCError) -> (outcome: MutationOutcome, revision: Int64) {
        let outcome = try writer.perform(mutation, caller, isDryRun: isDryRun)
        return (outcome, outcome.commit?.revision ?? states.state(for: caller).revision)
    }

    private func undone(_ mutation: Mutation, _ caller: Caller) throws(RPCError) -> UndoResult {
        let outcome = try writer.perform(mutation, caller)
        var result = UndoResult()
        result.revision = outcome.commit?.revision ?? states.state(for: caller).revision
        let filter = SecretFilter(states.state(for: caller), for: caller)
        (result.changes, result.more) = ChangeRecord.records(of: outcome.changes, filter)
        result.flags = outcome.commit.flatMap { FlagEditRecord.records(of: $0) }
        result.undone = outcome.undone
        return result
    }

    private func entries(
        _ values: JSONObject,
        mayBeInvalid: Bool = false
    ) throws(RPCError) -> [Mutation.Entry] {
        let parameter: StaticString = mayBeInvalid ? "invalid" : "values"
        return try values.members.map { (member) throws(RPCError) in
            Mutation.Entry(try Key(parameter: parameter, member.name), member.value, mayBeInvalid: mayBeInvalid)
        }
    }

    private func declared(_ parameters: DeclareParameters) throws(RPCError) -> [Mutation.KeyedSpec] {
        switch (parameters.key, parameters.spec, parameters.specs) {
        case (let key?, let spec?, nil):
            return try specs([key: .object(spec)])
        case (nil, nil, let specs?):
            return try self.specs(specs)
        case (.some, nil, nil):
            throw RPCError(
                parameter: "spec",
                "the parameter spec is missing: tunables.declare takes key and spec, or specs"
            )
        case (nil, .some, nil):
            throw RPCError(
                parameter: "key",
                "the parameter key is missing: tunables.declare takes key and spec, or specs"
            )
        default:
            throw RPCError(parameter: "specs", "tunables.declare takes either key and spec, or specs")
        }
    }

    private func specs(_ specs: JSONObject) throws(RPCError) -> [Mutation.KeyedSpec] {
        try specs.members.map { (member) throws(RPCError) in
            let key = try Key(parameter: "specs", member.name)
            do throws(SpecFaults) {
                return Mutation.KeyedSpec(key, try Spec(member.value))
            } catch {
                throw RPCError(error, of: key)
            }
        }
    }
}

extension WriteOptions {
    fileprivate init(_ parameters: SetParameters) throws(RPCError) {
        try self.init(duration: parameters.duration)
        ifRevision = parameters.ifRevision
        clamps = parameters.clamps
        creates = parameters.creates
    }

    fileprivate init(_ parameters: UpdateParameters) throws(RPCError) {
        try self.init(duration: parameters.duration)
        ifRevision = parameters.ifRevision
        clamps = parameters.clamps
        creates = parameters.creates
    }

    /// The longest duration of an override in seconds: about a hundred years.
    private static let longest = 3_153_600_000.0

    init(duration seconds: Double?) throws(RPCError) {
        self.init()
        guard let seconds else { return }
        guard seconds > 0, seconds <= WriteOptions.longest else {
            throw RPCError(
                parameter: "for",
                "for must be a number of seconds above 0, and at most \(Int(WriteOptions.longest)), "
                    + "got \(Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)")"
            )
        }
        duration = max(1, Int64((seconds * 1_000).rounded()))
    }
}
