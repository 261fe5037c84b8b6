package import JSONCore

extension JSONSizeBound {
    /// The limit of keys in one subscription, because the loop adds a subscription in one turn.
    package static let subscribedKeys = elements(maxSubscribedKeys, limit: "subscribedKeys")

    /// The limit.
    package static let maxSubscribedKeys = 16_384
}
