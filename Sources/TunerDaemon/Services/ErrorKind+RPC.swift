import RPCCore
import TunerAPI

extension ErrorKind {
    /// The error kind with its code, as the RPC server writes it.
    var rpc: RPCErrorKind {
        switch self {
        case .parse: .parse
        case .invalidRequest: .invalidRequest
        case .methodNotFound: .methodNotFound
        case .invalidParams: .invalidParams
        case .internal: .internalError
        case .tooLarge: .tooLarge
        case .busy: .busy
        case .unknownKey: RPCErrorKind("unknownKey", code)
        case .typeMismatch: RPCErrorKind("typeMismatch", code)
        case .outOfRange: RPCErrorKind("outOfRange", code)
        case .conflict: RPCErrorKind("conflict", code)
        case .denied: RPCErrorKind("denied", code)
        case .readOnly: RPCErrorKind("readOnly", code)
        case .storage: RPCErrorKind("storage", code)
        case .unknownFlag: RPCErrorKind("unknownFlag", code)
        case .invalidDefinition: RPCErrorKind("invalidDefinition", code)
        case .declarationConflict: RPCErrorKind("declarationConflict", code)
        case .unknownLayer: RPCErrorKind("unknownLayer", code)
        case .unknownWorld: RPCErrorKind("unknownWorld", code)
        }
    }
}
