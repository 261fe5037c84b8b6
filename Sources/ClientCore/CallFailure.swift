package import RPCCore

/// The reason why a call on a link has no result.
package enum CallFailure: Error, Equatable {
    /// The link is not ready, or the connection was lost before the response.
    ///
    /// In the second case, the daemon may have executed the call.
    case lost
    /// Too many bytes wait to be sent; the call was not sent.
    case overloaded
    /// The parameters have a number that JSON cannot represent.
    case unwritable
    /// The result has another type than the method declares.
    case unreadable
    /// The daemon responded with an error.
    case refused(RemoteError)
}
