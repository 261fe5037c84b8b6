package import HTTPCore
import JSONCore

/// The reason why a request may not be handled.
package enum AccessFault: Error, Equatable, Sendable {
    /// The request names no host, or one that is not ours.
    case host(String?)
    /// A page of another origin sent the request, or the field is repeated.
    case origin(String)
    /// The browser says that a page of another site sent the request.
    case otherSite
    /// The request needs a token.
    case noToken
    case wrongToken
    case wrongCookie
    /// A process of another user, or a process that is gone, sent the request.
    case otherUser
    /// A browser sent a change without its origin.
    case noOrigin
    /// A browser sent a body that is no JSON.
    case notJSON

    package var status: HTTPStatus {
        switch self {
        case .host, .origin, .otherSite, .noOrigin: .forbidden
        case .noToken, .wrongToken, .wrongCookie, .otherUser: .unauthorized
        case .notJSON: .unsupportedMediaType
        }
    }

    /// What is wrong with the request, and what to do.
    package var sentence: String {
        switch self {
        case .host(nil):
            "The request names no host."
        case .host(let name?):
            "The host \(name.shown) is not a name of this server. Use localhost with the port of the server, or start "
                + "tunerweb with --allow-host."
        case .origin(let origin):
            "A page of \(origin.shown) cannot use this server. If you trust it, start tunerweb with --allow-origin "
                + "\(origin.shown)."
        case .otherSite:
            "A page of another site may not use this server."
        case .noToken:
            "The request needs the token. A program sends the content of the token file as \"Authorization: Bearer TOKEN\". "
                + "In a browser, open the URL that \"tunerctl web\" prints."
        case .wrongToken:
            "The token is wrong. Send the content of the token file as \"Authorization: Bearer TOKEN\"; FILES in man tunerweb "
                + "has its path."
        case .wrongCookie:
            "The cookie is wrong, or it belongs to an earlier token. Open the URL that \"tunerctl web\" prints."
        case .otherUser:
            "The request is from a process of another user, or from one that has ended. Send the content of the token file as "
                + "\"Authorization: Bearer TOKEN\"."
        case .noOrigin:
            "A request with the cookie that changes something needs the header Origin of this server."
        case .notJSON:
            "A body that is sent with the cookie needs the header \"Content-Type: application/json\"."
        }
    }
}
