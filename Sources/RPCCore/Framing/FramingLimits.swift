import JSONCore

/// How long and how deep what a peer sends may be.
package struct FramingLimits: Sendable, Equatable {
    /// The largest limit of a message that may be asked for.
    package static let longestMessage = JSONRange.textLimit / 2

    /// Bytes of one message.
    package var message = 16 << 20
    /// Arrays and objects inside each other.
    package var nesting = JSON.defaultDepthLimit
    /// Bytes of one message's header.
    package var header = 8 << 10

    /// The defaults.
    package init() {}

    /// What a client takes from a server that it trusts: an answer is longer than a message, and wraps values that are
    /// nested as deep as a message may be.
    package static let answers = {
        var limits = FramingLimits()
        limits.message = longestMessage
        limits.nesting = JSON.deepestLimit
        return limits
    }()
}
