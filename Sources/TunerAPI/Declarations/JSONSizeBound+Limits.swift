package import JSONCore

extension JSONSizeBound {
    /// How many keys one subscription may name: a subscription is added in one turn of the daemon's loop.
    package static let subscribedKeys = elements(mostSubscribedKeys, limit: "subscribedKeys")

    /// The number itself.
    package static let mostSubscribedKeys = 16_384
}
