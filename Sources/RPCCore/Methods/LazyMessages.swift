package import JSONCore

/// A sequence of messages to a peer that are written only when the peer can receive them.
package protocol LazyMessages: AnyObject {
    /// Appends one complete message, or does a bounded part of the work for the next message.
    func advance(_ message: inout ByteBuffer) -> LazyStep
}

/// The result of one call of ``LazyMessages/advance(_:)``.
package enum LazyStep {
    /// One message was appended, and more may follow.
    case message
    /// Nothing was appended yet; call again.
    case working
    /// Nothing was appended, and no message is left.
    case done
}
