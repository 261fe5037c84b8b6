package import JSONCore

/// Messages to a peer that are written only when it can take them.
package protocol LazyMessages: AnyObject {
    /// Appends the next message whole, or does a bounded part of the work for it.
    func advance(_ message: inout ByteBuffer) -> LazyStep
}

/// The result of one step of lazily written messages.
package enum LazyStep {
    /// One message was appended; more may follow.
    case message
    /// Nothing was appended; more work is left.
    case working
    /// Nothing was appended, and nothing is left.
    case done
}
