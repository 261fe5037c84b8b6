import FlagEngine

/// Finds those who want to be told of a flag, at a cost that follows those, and not all there are.
struct FlagAudienceIndex {
    private var audiences: [FlagAudience.Identity: FlagAudience] = [:]
    /// Those in which somebody named the flag.
    private var named: [FlagKey: [FlagAudience]] = [:]
    /// Those in which somebody wants all flags.
    private var everything: [FlagAudience] = []

    var isEmpty: Bool { audiences.isEmpty }

    /// Every subscription, each once.
    var all: [FlagSubscription] { audiences.values.flatMap(\.all) }

    /// The audience there is, if there is one.
    subscript(identity: FlagAudience.Identity) -> FlagAudience? { audiences[identity] }

    /// Those in which somebody wants a flag, each once.
    func audiences(for key: FlagKey) -> [FlagAudience] {
        guard let named = named[key] else { return everything }
        return everything + named.filter { $0.everything.isEmpty }
    }

    mutating func add(_ subscription: FlagSubscription) {
        let audience = subscription.audience
        audiences[audience.identity] = audience
        if subscription.keys == nil, audience.everything.isEmpty {
            everything.append(audience)
        }
        for key in subscription.keys ?? [] where audience.named[key] == nil {
            named[key, default: []].append(audience)
        }
        audience.add(subscription)
    }

    mutating func remove(_ subscription: FlagSubscription) {
        let audience = subscription.audience
        audience.remove(subscription)
        if subscription.keys == nil, audience.everything.isEmpty {
            everything.removeAll { $0 === audience }
        }
        for key in subscription.keys ?? [] where audience.named[key] == nil {
            named[key]?.removeAll { $0 === audience }
            if named[key]?.isEmpty == true {
                named[key] = nil
            }
        }
        if audience.isEmpty {
            audiences[audience.identity] = nil
        }
    }
}
