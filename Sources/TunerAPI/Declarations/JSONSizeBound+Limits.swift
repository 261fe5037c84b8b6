package import JSONCore

extension JSONSizeBound {
    /// How many keys one subscription may name: a subscription is added in one turn of the daemon's loop.
    package static let subscribedKeys = elements(16_384, limit: "subscribedKeys")
}
