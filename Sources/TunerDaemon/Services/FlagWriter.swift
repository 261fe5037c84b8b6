import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

/// The methods that change flags: each call becomes one mutation.
struct FlagWriter {
    let states: StateVersions
    let writer: StateWriter

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Flags.declare, declare)
        methods.add(API.Flags.define, define)
        methods.add(API.Flags.remove) { [self] (parameters, caller) throws(RPCError) in
            let key = try FlagKey(parameter: "key", parameters.key)
            return try one(.removeFlag(key), key, caller)
        }
        methods.add(API.Flags.set) { [self] (parameters, caller) throws(RPCError) in
            let key = try FlagKey(parameter: "key", parameters.key)
            let duration = try WriteOptions(duration: parameters.duration).duration
            return try one(.setFlag(key, try FlagWriter.override(parameters), for: duration), key, caller)
        }
        methods.add(API.Flags.reset) { [self] (parameters, caller) throws(RPCError) in
            let key = try FlagKey(parameter: "key", parameters.key)
            return try one(.resetFlag(key), key, caller)
        }
        methods.add(API.Flags.killSwitch, changeKillSwitch)
    }

    private func declare(
        _ parameters: DeclareFlagsParameters,
        _ caller: Caller
    ) throws(RPCError) -> DeclareFlagsResult {
        let outcome: MutationOutcome
        do throws(RPCError) {
            let definitions = try FlagWriter.definitions(parameters)
            outcome = try writer.perform(.declareFlags(definitions, replace: parameters.replaces), caller)
        } catch {
            caller.session.declarations.refuse(error.keys)
            throw error
        }
        caller.session.declarations.accept(parameters.flags.members.map(\.name))
        var result = DeclareFlagsResult()
        result.revision = outcome.commit?.revision ?? states.state(for: caller).revision
        result.hasChanged = outcome.hasChanged
        return result
    }

    private static func definitions(_ parameters: DeclareFlagsParameters) throws(RPCError) -> [FlagDefinition] {
        try parameters.flags.members.map { (member) throws(RPCError) in
            let key = try FlagKey(parameter: "flags", member.name)
            do throws(FlagFault) {
                return try FlagDefinition.declared(member.value, key: key)
            } catch {
                throw RPCError(error, of: key)
            }
        }
    }

    private func define(_ parameters: DefineParameters, _ caller: Caller) throws(RPCError) -> DefineResult {
        let document = FlagDocument(
            flags: parameters.flags,
            evaluators: parameters.evaluators,
            metadata: parameters.metadata
        )
        let flags: FlagSet
        var result = DefineResult()
        do throws(FlagFaults) {
            if parameters.isPartial {
                let (read, faulty) = try document.readPartially()
                flags = read.flags
                result.faultyCount = read.faultyCount == 0 ? nil : Int64(read.faultyCount)
                result.faults = faulty.isEmpty ? nil : faulty.map { FlagFaultRecord($0) }
            } else {
                flags = try document.read()
            }
        } catch {
            throw RPCError(error)
        }
        let outcome = try writer.perform(.defineFlags(flags.definitions, creating: parameters.isCreating), caller)
        result.revision = outcome.commit?.revision ?? states.state(for: caller).revision
        result.hasChanged = outcome.hasChanged
        return result
    }

    private static func override(_ parameters: SetFlagParameters) throws(RPCError) -> FlagOverride {
        switch (parameters.variant, parameters.value) {
        case (let name?, nil): return .variant(name)
        case (nil, let value?): return .value(value)
        default:
            throw RPCError(parameter: "variant", "flags.set takes either variant or value")
        }
    }

    private func one(_ mutation: Mutation, _ key: FlagKey, _ caller: Caller) throws(RPCError) -> FlagWriteResult {
        let outcome = try writer.perform(mutation, caller)
        var result = FlagWriteResult()
        result.key = key.text
        result.revision = outcome.commit?.revision ?? states.state(for: caller).revision
        result.hasChanged = outcome.hasChanged
        let isLimited = try states.withState(for: caller) { state, _ in state.flag(key)?.isLimited == true }
        result.isLimited = isLimited ? true : nil
        return result
    }

    private func changeKillSwitch(
        _ parameters: KillSwitchParameters,
        _ caller: Caller
    ) throws(RPCError) -> ChangesResult {
        let patterns = try parameters.match?.patterns(parameter: "match")
        let mutation: Mutation =
            if parameters.isOn {
                .addKillSwitch(
                    KillSwitchEntry(
                        patterns: patterns ?? KeyPatterns(patterns: [.everyKey]),
                        reason: parameters.reason
                    )
                )
            } else {
                .removeKillSwitch(patterns)
            }
        let outcome = try writer.perform(mutation, caller)
        return ChangesResult(outcome, in: states.state(for: caller), for: caller)
    }
}
