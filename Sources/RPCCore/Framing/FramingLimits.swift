import JSONCore

/// The limits for the length and the nesting of messages from a peer.
package struct FramingLimits: Sendable, Equatable {
    /// The largest allowed value of ``message``.
    package static let maxMessageSize = JSONRange.textLimit / 2

    /// The limit for the bytes of one message.
    package var message = 16 << 20
    /// The limit for the depth of nested arrays and objects.
    package var nesting = JSON.defaultDepthLimit
    /// The limit for the bytes of one message's header.
    package var header = 8 << 10

    package init() {}

    /// The limits of a client for responses from a trusted server.
    ///
    /// A response can be longer than a request, and it wraps values that may themselves reach the nesting limit.
    package static let responses = {
        var limits = FramingLimits()
        limits.message = maxMessageSize
        limits.nesting = JSON.deepestLimit
        return limits
    }()
}
