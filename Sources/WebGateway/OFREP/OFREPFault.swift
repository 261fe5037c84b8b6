package import HTTPCore
package import JSONCore
package import RPCCore
import TunerAPI

/// Why a request of OFREP has no evaluation as its response.
package enum OFREPFault: Error, Equatable {
    /// The body is not JSON.
    case notJSON(JSONFault)
    /// The body is JSON, but no object.
    case body(JSONKind)
    /// The context is no object.
    case context(JSONKind)
    /// The targeting key is neither a string nor null.
    case targetingKey(JSONKind)
    /// The request exceeds a limit.
    case tooLarge(String)
    /// The daemon refused the call.
    case refused(RemoteError)
    /// The path or the query is encoded wrongly.
    case url(PercentFault)
    /// The request is for the events of a world.
    case worldHasNoEvents
    /// The daemon does not respond.
    case unavailable(String)
    /// Too many calls wait for the daemon.
    case overloaded(String)
    /// The daemon's response is not the one that its protocol declares.
    case `internal`(String)
}
