import FlagEngine
import JSONCore
import RPCCore
import StateCore
import StewEngine
import SystemCore
import TunerAPI

/// The methods that compute plans for stewing tomatoes, and remember the last plan.
struct StewService {
    let states: StateVersions
    let soft: SoftStateStore
    let contexts: EvaluationContexts
    let publisher: StewPublisher
    let quota: SubscriptionQuota

    func register(in methods: inout DaemonMethods) {
        methods.add(API.Stew.compute, compute)
        methods.add(API.Stew.last) { [self] (_, caller) throws(RPCError) in
            // The last plan may depend on a pending step, so the response must wait for that step.
            _ = try states.view(for: caller)
            return LastStewResult(soft.stew(for: caller).last.map { StewResult($0) })
        }
        methods.add(API.Stew.prefer) { [self] (parameters, caller) throws(RPCError) in
            try prefer(parameters.units.value, caller)
        }
        methods.add(API.Stew.subscribe, subscribe)
        methods.add(API.Stew.unsubscribe, ending: StewSubscription.self)
    }

    private func compute(_ parameters: StewParameters, _ caller: Caller) throws(RPCError) -> StewResult {
        let request = try StewRequest(parameters)
        let context = contexts.context(of: caller, given: parameters.context, at: states.seconds)
        let plan = try plan(request, in: context, caller)
        let world = caller.session.world
        soft.note(for: caller) { softState in softState.note(plan, in: world) }
        return StewResult(plan)
    }

    private func plan(
        _ request: StewRequest,
        in context: EvaluationContext,
        _ caller: Caller
    ) throws(RPCError) -> StewPlan {
        let preferred = soft.stew(for: caller).preferredUnit
        return try states.withState(for: caller) { (state, world) in
            let settings = StewFlags(&state, world, in: context).settings(request.unit ?? preferred)
            return StewPlan(request.inputs, settings, state.stewFactors(in: world))
        }
    }

    private func prefer(_ word: String?, _ caller: Caller) throws(RPCError) -> Bool {
        let unit: StewUnit?
        do throws(StewFault) {
            unit = try word.map { (word) throws(StewFault) in try StewUnit(word) }
        } catch {
            throw RPCError(error)
        }
        let world = caller.session.world
        soft.note { $0.prefer(unit, in: world) }
        publisher.recheck()
        return true
    }

    private func subscribe(_ parameters: StewParameters, _ caller: Caller) throws(RPCError) -> SubscribeStewResult {
        let request = try StewRequest(parameters)
        let session = caller.session
        let context = contexts.context(of: caller, given: parameters.context, at: states.seconds)
        let name = try session.nameSubscription(
            "w",
            taking: StewSubscription.memory(of: context.given),
            of: caller.peer.credentials.uid,
            quota
        )
        let plan = try plan(request, in: context, caller)
        let subscription = StewSubscription(
            id: name,
            caller.peer,
            request,
            context,
            world: session.world,
            publisher,
            createdAtStep: states.endStep(forSubscriber: caller),
            sentPlan: plan
        )
        publisher.add(subscription)
        var result = SubscribeStewResult()
        result.subscription = name
        result.result = StewResult(plan)
        return result
    }
}
