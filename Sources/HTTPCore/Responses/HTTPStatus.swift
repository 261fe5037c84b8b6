/// The status of a response.
package enum HTTPStatus: Equatable, Sendable, CaseIterable {
    case switchingProtocols
    case ok
    case created
    case accepted
    case noContent
    case movedPermanently
    case found
    case seeOther
    case notModified
    case temporaryRedirect
    case badRequest
    case unauthorized
    case forbidden
    case notFound
    case methodNotAllowed
    case notAcceptable
    case requestTimeout
    case conflict
    case gone
    case preconditionFailed
    case contentTooLarge
    case targetTooLong
    case unsupportedMediaType
    case expectationFailed
    case misdirectedRequest
    case unprocessableContent
    case upgradeRequired
    case preconditionRequired
    case tooManyRequests
    case fieldsTooLarge
    case internalServerError
    case notImplemented
    case badGateway
    case serviceUnavailable
    case gatewayTimeout
    case versionNotSupported
    case insufficientStorage

    /// The first line of the response, with its end.
    var line: StaticString {
        switch self {
        case .switchingProtocols: "HTTP/1.1 101 Switching Protocols\r\n"
        case .ok: "HTTP/1.1 200 OK\r\n"
        case .created: "HTTP/1.1 201 Created\r\n"
        case .accepted: "HTTP/1.1 202 Accepted\r\n"
        case .noContent: "HTTP/1.1 204 No Content\r\n"
        case .movedPermanently: "HTTP/1.1 301 Moved Permanently\r\n"
        case .found: "HTTP/1.1 302 Found\r\n"
        case .seeOther: "HTTP/1.1 303 See Other\r\n"
        case .notModified: "HTTP/1.1 304 Not Modified\r\n"
        case .temporaryRedirect: "HTTP/1.1 307 Temporary Redirect\r\n"
        case .badRequest: "HTTP/1.1 400 Bad Request\r\n"
        case .unauthorized: "HTTP/1.1 401 Unauthorized\r\n"
        case .forbidden: "HTTP/1.1 403 Forbidden\r\n"
        case .notFound: "HTTP/1.1 404 Not Found\r\n"
        case .methodNotAllowed: "HTTP/1.1 405 Method Not Allowed\r\n"
        case .notAcceptable: "HTTP/1.1 406 Not Acceptable\r\n"
        case .requestTimeout: "HTTP/1.1 408 Request Timeout\r\n"
        case .conflict: "HTTP/1.1 409 Conflict\r\n"
        case .gone: "HTTP/1.1 410 Gone\r\n"
        case .preconditionFailed: "HTTP/1.1 412 Precondition Failed\r\n"
        case .contentTooLarge: "HTTP/1.1 413 Content Too Large\r\n"
        case .targetTooLong: "HTTP/1.1 414 URI Too Long\r\n"
        case .unsupportedMediaType: "HTTP/1.1 415 Unsupported Media Type\r\n"
        case .expectationFailed: "HTTP/1.1 417 Expectation Failed\r\n"
        case .misdirectedRequest: "HTTP/1.1 421 Misdirected Request\r\n"
        case .unprocessableContent: "HTTP/1.1 422 Unprocessable Content\r\n"
        case .upgradeRequired: "HTTP/1.1 426 Upgrade Required\r\n"
        case .preconditionRequired: "HTTP/1.1 428 Precondition Required\r\n"
        case .tooManyRequests: "HTTP/1.1 429 Too Many Requests\r\n"
        case .fieldsTooLarge: "HTTP/1.1 431 Request Header Fields Too Large\r\n"
        case .internalServerError: "HTTP/1.1 500 Internal Server Error\r\n"
        case .notImplemented: "HTTP/1.1 501 Not Implemented\r\n"
        case .badGateway: "HTTP/1.1 502 Bad Gateway\r\n"
        case .serviceUnavailable: "HTTP/1.1 503 Service Unavailable\r\n"
        case .gatewayTimeout: "HTTP/1.1 504 Gateway Timeout\r\n"
        case .versionNotSupported: "HTTP/1.1 505 HTTP Version Not Supported\r\n"
        case .insufficientStorage: "HTTP/1.1 507 Insufficient Storage\r\n"
        }
    }

    /// The first digit of the code, from 1 to 5, which is the class of the status (RFC 9110, 15).
    package var firstDigit: Int { Int(unsafe line.utf8Start[9] - UInt8(ascii: "0")) }

    /// Whether a response with this status has no body and no `Content-Length` (RFC 9110, 8.6 and 15.4.5).
    var isWithoutBody: Bool {
        self == .switchingProtocols || self == .noContent || self == .notModified
    }
}
