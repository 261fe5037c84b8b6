import FlagEngine
import JSONCore
import LoopCore
import RPCCore
import StateCore
import StewEngine
import SystemCore
import TunableEngine
import TunerAPI

/// Notifies the subscribers of a stew when its plan changes.
///
/// Nothing is queued. The publisher compares the current plan with the plan that each client received last. A client
/// that reads too slowly receives the newest plan when it has read.
final class StewPublisher: SubscriptionPublisher {
    let states: StateVersions
    private let soft: SoftStateStore
    let deliveries: Deliveries
    private let loop: EventLoop
    var shared = SubscriberSet<StewSubscription>()
    var inWorlds: [String: SubscriberSet<StewSubscription>] = [:]
    private(set) lazy var indexing = IncrementalTask(on: loop) { [unowned self] in index() }

    init(_ states: StateVersions, _ soft: SoftStateStore, _ deliveries: Deliveries, on loop: EventLoop) {
        self.states = states
        self.soft = soft
        self.deliveries = deliveries
        self.loop = loop
    }

    func publish(_ publication: Publication) {
        if publication.mayTouchStews {
            notify(shared, in: View(states.committed)) { $0.createdAtStep < publication.step }
        }
        forEachWorld(publication) { subscription in
            subscription.peer.send(subscription.lastMessage)
        } publish: { world in
            if publication.mayTouchStews(in: world) {
                notifyMembers(of: world) { $0.createdAtStep < publication.step }
            }
        }
    }

    /// Notifies subscribers of plans that changed without a commit.
    func recheck() {
        // A subscription that was created in a pending step has not received its response yet.
        notify(shared, in: View(states.committed)) { $0.createdAtStep <= states.settledStep }
        for world in inWorlds.keys {
            notifyMembers(of: world) { $0.createdAtStep <= states.settledStep }
        }
        deliveries.deliver()
    }

    private func notifyMembers(of world: String, where mayReceive: (StewSubscription) -> Bool) {
        guard let view = try? View(states.committed, from: world), let members = inWorlds[world] else {
            return
        }
        notify(members, in: view, where: mayReceive)
    }

    private func notify(
        _ index: SubscriberSet<StewSubscription>,
        in view: View,
        where mayReceive: (StewSubscription) -> Bool
    ) {
        guard !index.isEmpty else { return }
        let factors = view.stewFactors
        notify(index, where: mayReceive) { subscription in
            subscription.message(of: plan(subscription, view, factors))
        }
    }

    /// Returns the notification that a subscription lacks, and stores its plan as sent; returns nil if nothing has
    /// changed.
    func takeNotification(for subscription: StewSubscription) -> ByteBuffer? {
        guard let view = try? View(states.committed, from: subscription.world) else { return nil }
        return subscription.message(of: plan(subscription, view, view.stewFactors))
    }

    private func plan(_ subscription: StewSubscription, _ view: View, _ factors: StewFactors) -> StewPlan {
        let request = subscription.request
        let flags = StewFlags(view, in: subscription.context.at(states.seconds))
        let unit = request.unit ?? soft.stew(in: subscription.world).preferredUnit
        return StewPlan(request.inputs, flags.settings(unit), factors)
    }
}

extension StewSubscription {
    /// Returns the notification of a plan and stores the plan as sent; returns nil if the client already has the plan.
    fileprivate func message(of plan: StewPlan) -> ByteBuffer? {
        guard plan != sentPlan else { return nil }
        // A step of the computation can change by less than the rationale shows.
        guard plan.settings != sentPlan.settings || plan.rationale != sentPlan.rationale else { return nil }
        sentPlan = plan
        return message(isLast: false)
    }

    /// The last notification, which says that the world has ended.
    ///
    /// It repeats the last plan.
    fileprivate var lastMessage: ByteBuffer { message(isLast: true) }

    private func message(isLast: Bool) -> ByteBuffer {
        var parameters = StewChangedParameters()
        parameters.subscription = id
        parameters.result = StewResult(sentPlan)
        parameters.ended = isLast ? ErrorKind.unknownWorld.rawValue : nil
        var writer = JSONWriter()
        writer.beginNotification(API.Stew.changed.name)
        do {
            try parameters.write(to: &writer)
        } catch {
            preconditionFailure("a plan holds no infinite number")
        }
        writer.endObject()
        return writer.takeBytes()
    }
}

extension Publication {
    /// Whether stew plans outside of worlds may have changed.
    fileprivate var mayTouchStews: Bool {
        flagChangeSets.contains { $0.changes.contains { StewFlags.areTouched(by: $0.key) } }
            || commits.contains { $0.changes.contains { $0.key.isBuiltIn } }
    }

    /// Returns whether stew plans of a world's members may have changed.
    fileprivate func mayTouchStews(in world: String) -> Bool {
        mayTouchStews || commits.contains(where: \.changesLayersOrKillSwitch)
            || worldKeys.contains { $0.world == world && $0.key.isBuiltIn }
            || worldFlagChanges.contains { $0.world == world && StewFlags.areTouched(by: $0.key) }
    }
}
