package import HTTPCore
import JSONCore
import OptionCore

/// The reason why a request may not be handled.
package enum AccessFault: Error, Equatable, Sendable {
    /// The request names no host, or one that is not ours.
    case host(String?)
    /// A page of another origin sent the request.
    case origin(String)
    /// The request has several origins.
    case repeatedOrigin
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
        case .host, .origin, .repeatedOrigin, .otherSite, .noOrigin: .forbidden
        case .noToken, .wrongToken, .wrongCookie, .otherUser: .unauthorized
        case .notJSON: .unsupportedMediaType
        }
    }

    /// What is wrong with the request, and what to do.
    package var sentence: String {
        switch self {
        case .host(nil):
            "The request has no Host field. Send the host and the port of the URL in it."
        case .host(let name?):
            "The host \(name.shown) is not a name of tunerweb. Use the URL that \"tunerctl web --status\" prints."
                + (HostNames.isName(name) && name.utf8.count < 256
                    ? " If you chose the name yourself, start tunerweb with \"--allow-host \(name.shellWord)\"." : "")
        case .origin(let origin) where AccessPolicy.isOrigin(origin):
            "Pages of \(origin.shown) cannot use tunerweb. If you trust them, start tunerweb with \"--allow-origin "
                + "\(origin.shownWhole)\", and send the token."
        case .origin(let origin):
            "Pages with the origin \(origin.shown) cannot use tunerweb. Serve the page with http or https."
        case .repeatedOrigin:
            "The request has more than one Origin field."
        case .otherSite:
            "A page of another site, or a link on it, cannot use tunerweb. Type the URL into the address bar of the browser."
        case .noToken:
            "The request needs the token. A program sends the content of the token file as \"Authorization: Bearer TOKEN\"; "
                + "FILES in man tunerweb has its path. In a browser, open the URL that \"tunerctl web\" prints."
        case .wrongToken:
            "The token is wrong. Send the content of the token file as \"Authorization: Bearer TOKEN\"; FILES in man tunerweb "
                + "has its path."
        case .wrongCookie:
            "The cookie is wrong, or it belongs to an earlier token. Open the URL that \"tunerctl web\" prints."
        case .otherUser:
            "The kernel does not report that the user who runs tunerweb sent the request. Send the content of the token "
                + "file as \"Authorization: Bearer TOKEN\"; FILES in man tunerweb has its path."
        case .noOrigin:
            "With the cookie, a change or a WebSocket needs the field Origin with the URL of tunerweb, without a path."
        case .notJSON:
            "A body that is sent with the cookie needs the field \"Content-Type: application/json\"."
        }
    }
}
