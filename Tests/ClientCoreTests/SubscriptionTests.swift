import ClientCore
import JSONCore
import Testing
import TunerAPI

@Suite struct SubscriptionTests {
    private static func result(_ name: String, _ epoch: String, _ revision: Int64) -> SubscribeResult {
        var result = SubscribeResult()
        (result.subscription, result.epoch, result.revision) = (name, epoch, revision)
        return result
    }

    private static func flags(_ name: String) -> SubscribeFlagsResult {
        var result = SubscribeFlagsResult()
        result.subscription = name
        return result
    }

    private static func changed(_ name: String, through revision: Int64, ended: String? = nil) -> ChangedParameters {
        var changed = ChangedParameters()
        (changed.subscription, changed.to, changed.ended) = (name, revision, ended)
        return changed
    }

    /// The epoch and the revision in the next request.
    private static func since(_ subscription: Subscription<SubscribeParameters>) -> String? {
        var subscription = subscription
        return subscription.request().since.map { "\($0.epoch) \($0.revision)" }
    }

    private static func subscribed(to keys: [String]? = nil) -> Subscription<SubscribeParameters> {
        var subscription = Subscription(SubscribeParameters())
        subscription.parameters.keys = keys
        let request = subscription.request()
        subscription.begin(result("t1", "e", 4), of: request)
        return subscription
    }

    @Test func `the first request names no revision`() {
        #expect(Self.since(Subscription(SubscribeParameters())) == nil)
    }

    @Test func `a subscription resumes at its last known revision`() {
        var subscription = Self.subscribed()
        #expect(Self.since(subscription) == "e 4")
        let isOwn = subscription.handle(Self.changed("t1", through: 7))
        #expect(isOwn)
        subscription.end()
        #expect(subscription.name == nil)
        #expect(Self.since(subscription) == "e 7")
        let request = subscription.request()
        subscription.begin(Self.result("t9", "f", 2), of: request)
        #expect(subscription.name == "t9")
        #expect(Self.since(subscription) == "f 2")
    }

    @Test func `after values of a world, the next request is for all values, and names no revision`() {
        var change = ChangeRecord()
        (change.key, change.origin) = ("n", "world")
        var (moved, written) = (Self.changed("t1", through: 7), Self.changed("t1", through: 4))
        (moved.from, moved.changes, written.from) = (4, [change], 4)
        for changes in [moved, written] {
            var subscription = Self.subscribed()
            subscription.parameters.isInitial = false
            _ = subscription.handle(changes)
            #expect(Self.since(subscription) == nil)
            let later = subscription.handle(Self.changed("t1", through: 9))
            let request = subscription.request()
            #expect(later && request.since == nil && request.isInitial)
            subscription.begin(Self.result("t1", "e", 9), of: request)
            #expect(Self.since(subscription) == "e 9")
        }
        var subscription = Self.subscribed()
        subscription.begin(Self.result("t2", "e", 9), of: subscription.parameters, isInWorld: true)
        #expect(Self.since(subscription) == nil)
    }

    @Test func `a resuming request always requests initial values`() {
        var parameters = SubscribeParameters()
        parameters.isInitial = false
        var subscription = Subscription(parameters)
        let first = subscription.request()
        subscription.begin(Self.result("t1", "e", 4), of: first)
        let second = subscription.request()
        #expect(!first.isInitial && second.isInitial)
    }

    @Test func `a subscription ignores notifications of other subscriptions and earlier connections`() {
        var subscription = Self.subscribed()
        let isOther = subscription.handle(Self.changed("t2", through: 9))
        subscription.end()
        let isEarlier = subscription.handle(Self.changed("t1", through: 9))
        #expect(!isOther && !isEarlier)
        #expect(Self.since(subscription) == "e 4")
    }

    @Test func `changes in the final notification are requested again`() {
        var subscription = Self.subscribed()
        let isOwn = subscription.handle(Self.changed("t1", through: 9, ended: "unknownWorld"))
        #expect(isOwn)
        #expect(Self.since(subscription) == "e 4")
    }

    @Test func `a subscription with changed keys does not resume`() {
        var subscription = Self.subscribed(to: ["a"])
        subscription.parameters.keys = ["a", "b"]
        #expect(Self.since(subscription) == nil)
        let isOwn = subscription.handle(Self.changed("t1", through: 9))
        #expect(isOwn)
        #expect(Self.since(subscription) == nil)
        // The connection ends before the response, so the next request is for all values.
        subscription.end()
        #expect(Self.since(subscription) == nil)
        let request = subscription.request()
        subscription.parameters.keys = ["a", "b", "c"]
        subscription.begin(Self.result("t2", "e", 10), of: request)
        #expect(Self.since(subscription) == nil)
        subscription.parameters.keys = ["a", "b"]
        #expect(Self.since(subscription) == "e 10")
    }

    @Test func `a flag subscription starts over after the connection ends`() {
        var parameters = SubscribeFlagsParameters()
        parameters.keys = ["f"]
        parameters.context = ["tier": "gold"]
        var subscription = Subscription(parameters)
        let first = subscription.request()
        subscription.begin(Self.flags("f1"), of: first)
        #expect(subscription.name == "f1")
        subscription.end()
        #expect(subscription.name == nil && subscription.isDue)
        let second = subscription.request()
        #expect(second.keys == ["f"] && second.context == ["tier": "gold"])
    }

    @Test func `keys are due until requested, and again after the connection ends`() {
        var subscription = Subscription(SubscribeFlagsParameters())
        #expect(!subscription.isDue)
        subscription.parameters.keys = ["a"]
        #expect(subscription.isDue)
        let first = subscription.request()
        #expect(!subscription.isDue)
        // They may grow before the daemon has responded.
        subscription.parameters.keys = ["a", "b"]
        #expect(subscription.isDue)
        let second = subscription.request()
        let replacedFirst = subscription.begin(Self.flags("f1"), of: first)
        let replacedSecond = subscription.begin(Self.flags("f2"), of: second)
        #expect(replacedFirst == nil && replacedSecond == "f1")
        #expect(!subscription.isDue)
        subscription.end()
        #expect(subscription.isDue)
    }
}
