import FlagEngine
import JSONCore
import RPCCore
import StateCore
import StewEngine
import SystemCore
import TunableEngine
import TunerAPI

/// Tells subscribers how something is to be stewed when that becomes otherwise than they were told last.
///
/// Nothing is queued: what each was told is held against what it comes to now. So who reads too slowly is told the newest.
final class StewPublisher {
    private let states: StateVersions
    private let soft: SoftStateKeeper
    private let deliveries: Deliveries
    private var shared: [ObjectIdentifier: StewSubscription] = [:]
    /// Those who look from worlds, by the worlds' names.
    private var inWorlds: [String: [ObjectIdentifier: StewSubscription]] = [:]

    init(_ states: StateVersions, _ soft: SoftStateKeeper, _ deliveries: Deliveries) {
        self.states = states
        self.soft = soft
        self.deliveries = deliveries
    }

    // MARK: Beginning and ending

    /// Tells of everything from now on.
    func add(_ subscription: StewSubscription) {
        deliveries.subscriptionCount += 1
        if let world = subscription.world {
            inWorlds[world, default: [:]][ObjectIdentifier(subscription)] = subscription
        } else {
            shared[ObjectIdentifier(subscription)] = subscription
        }
    }

    /// Tells nothing more.
    func end(_ subscription: StewSubscription) {
        guard remove(subscription) != nil else { return }
        deliveries.subscriptionCount -= 1
        subscription.isOver = true
        if let session = subscription.peer.session as? Session {
            session.backlog?.forget(subscription)
            session.remove(subscription)
        }
    }

    private func remove(_ subscription: StewSubscription) -> StewSubscription? {
        guard let world = subscription.world else { return shared.removeValue(forKey: ObjectIdentifier(subscription)) }
        defer {
            if inWorlds[world]?.isEmpty == true {
                inWorlds[world] = nil
            }
        }
        return inWorlds[world]?.removeValue(forKey: ObjectIdentifier(subscription))
    }

    /// Ends those that began in a state which will not be.
    func dropUnborn() {
        let all = Array(shared.values) + inWorlds.values.flatMap(\.values)
        for subscription in all where subscription.born > states.settledStep {
            end(subscription)
        }
    }

    // MARK: Telling

    func publish(_ publication: Publication) {
        if !shared.isEmpty, publication.mayTouchStews {
            tell(shared.values, in: View(states.committed), before: publication.step)
        }
        for (world, subscriptions) in inWorlds {
            if publication.endedWorlds.contains(world) {
                // One that began later looks from another world of the same name.
                for subscription in subscriptions.values where subscription.born < publication.step {
                    subscription.peer.send(subscription.lastMessage)
                    end(subscription)
                }
                continue
            }
            guard let view = try? View(states.committed, from: world) else { continue }
            if publication.mayTouchStews(in: world) {
                tell(subscriptions.values, in: view, before: publication.step)
            }
        }
    }

    /// Looks whether something is to be told that was no commit.
    func recheck() {
        let views =
            [(View(states.committed), shared)]
            + inWorlds.compactMap { world, subscriptions in
                (try? View(states.committed, from: world)).map { ($0, subscriptions) }
            }
        for (view, subscriptions) in views where !subscriptions.isEmpty {
            let factors = view.stewFactors
            // The answer of one that began in a later state is not out yet.
            for subscription in subscriptions.values where subscription.born <= states.settledStep {
                tell(subscription, view, factors, later: subscriptions.count > StewPublisher.mostAtOnce)
            }
        }
        deliveries.deliver()
    }

    /// Returns the notification of a plan that a subscription lacks, if there is one.
    func message(for subscription: StewSubscription) -> ByteBuffer? {
        guard let view = try? View(states.committed, from: subscription.world) else { return nil }
        return subscription.message(of: plan(subscription, view, view.stewFactors))
    }

    private func tell(
        _ subscriptions: Dictionary<ObjectIdentifier, StewSubscription>.Values,
        in view: View,
        before step: UInt64
    ) {
        let factors = view.stewFactors
        // Who subscribed behind it has it in the answer.
        for subscription in subscriptions where subscription.born < step {
            tell(subscription, view, factors, later: subscriptions.count > StewPublisher.mostAtOnce)
        }
    }

    /// So many plans are computed in the turn of a commit.
    private static let mostAtOnce = 128

    private func tell(
        _ subscription: StewSubscription,
        _ view: View,
        _ factors: StewFactors,
        later isLater: Bool
    ) {
        guard !isLater, subscription.lag == nil, !subscription.peer.isSlow else {
            if let session = subscription.peer.session as? Session {
                session.backlog(of: subscription.peer, deliveries).note(for: subscription)
            }
            return
        }
        if let message = subscription.message(of: plan(subscription, view, factors)) {
            // One that is gone ends with its connection.
            subscription.peer.send(message)
        }
    }

    private func plan(_ subscription: StewSubscription, _ view: View, _ factors: StewFactors) -> StewPlan {
        let request = subscription.request
        let flags = StewFlags(view, in: subscription.context.at(states.seconds))
        let unit = request.unit ?? soft.stew(in: subscription.world).preferredUnit
        return StewPlan(request.inputs, flags.settings(unit), factors)
    }
}

extension StewSubscription {
    /// Writes the notification of a plan; nothing where the client has it.
    fileprivate func message(of plan: StewPlan) -> ByteBuffer? {
        guard plan != told else { return nil }
        told = plan
        return message(isLast: false)
    }

    /// The notification that nothing more is sent, for the world has ended; it repeats the plan.
    fileprivate var lastMessage: ByteBuffer { message(isLast: true) }

    private func message(isLast: Bool) -> ByteBuffer {
        var parameters = WrittenPlan(told)
        parameters.subscription = id
        parameters.end = isLast ? .unknownWorld : nil
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
    /// Whether stews may come to something else for those who are in no world.
    fileprivate var mayTouchStews: Bool {
        flagNews.contains { $0.changes.contains { StewFlags.areTouched(by: $0.key) } }
            || commits.contains { $0.changes.contains { $0.key.isBuiltIn } }
    }

    /// The same for the members of a world.
    fileprivate func mayTouchStews(in world: String) -> Bool {
        mayTouchStews || commits.contains(where: \.changesLayersOrLimits)
            || worldKeys.contains { $0.world == world && $0.key.isBuiltIn }
            || worldFlagChanges.contains { $0.world == world && StewFlags.areTouched(by: $0.key) }
    }
}
