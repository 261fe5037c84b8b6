import ConsoleCore
import HTTPCore
import RPCCore
import TunerAPI

extension DaemonFault {
    /// The status of the response to a request that has failed for this reason.
    var status: HTTPStatus {
        switch self {
        case .unavailable, .overloaded: .serviceUnavailable
        // Clients repeat a request by themselves after 503. A change must not be made twice.
        case .interrupted: .gatewayTimeout
        case .unreadable: .internalServerError
        case .refused(let error): error.kind.flatMap { ErrorKind(rawValue: $0) }?.status ?? .internalServerError
        }
    }

    /// The sentence of the response.
    var sentence: String {
        switch self {
        case .unavailable(let sentence), .interrupted(let sentence), .overloaded(let sentence): sentence
        case .unreadable: "tunerweb cannot read the daemon's response; install tunerd and tunerweb of the same version"
        case .refused(let error): error.message
        }
    }
}

extension DaemonFault {
    /// The sentence, or one for each fault of a call about several keys.
    var sentences: [String] {
        guard case .refused(let error) = self else { return [sentence] }
        return error.sentences
    }
}

extension ErrorKind {
    /// The status of the response to a request that the daemon has refused.
    fileprivate var status: HTTPStatus {
        switch self {
        case .parse, .invalidRequest, .invalidParams, .typeMismatch, .outOfRange, .invalidDefinition: .badRequest
        case .unknownKey, .unknownFlag, .unknownLayer, .unknownWorld, .methodNotFound: .notFound
        case .denied, .readOnly: .forbidden
        case .conflict, .declarationConflict: .conflict
        case .tooLarge: .contentTooLarge
        case .busy, .storage: .serviceUnavailable
        case .internal: .internalServerError
        }
    }
}

extension Exchange {
    /// Responds to a request that the daemon has not executed with the reason, as a line of text for each fault.
    func respond(_ fault: DaemonFault) {
        respond(fault.status, text: fault.sentences.joined(separator: "\n"))
    }
}
