import JSONCore
package import NetworkCore
package import SyncEngine
package import SystemCore

/// A reason why a relay cannot start, or cannot use a configuration.
package enum RelayFault: Error, Equatable, Sendable {
    /// Other machines could read the layers without a token.
    case open(Endpoint)
    /// The token could not be read.
    case token(FetchFault)
    /// A rule reads a flag, which only a daemon knows.
    case flag(String)
    case cannotListen(SystemError)
}

extension RelayFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .open(let endpoint):
            "other machines can connect to \(endpoint) and read the layers; "
                + "set \"relay\": {\"token\": {\"file\": PATH}}, or allow this with \"relay\": {\"open\": true}"
        case .token(let fault): "the token of the relay cannot be used: \(fault)"
        case .flag(let key): "a relay has no daemon, so no rule can read a flag, such as \(key.shown)"
        case .cannotListen(let error): "\(error); choose another address or port with --relay"
        }
    }
}
