import GatewayFiles
import HTTPCore
import JSONCore
import NetworkCore

/// The route of `/`: shows the page, or exchanges a one-time token in the URL for the cookie.
struct LoginRoute {
    /// How a request asks for the page.
    private enum Query: Equatable {
        /// Without a token.
        case page
        /// With this token, and with the rest of the query.
        case token(Range<Int>, rest: String)
    }

    let secrets: AccessSecrets
    let tokens: OneTimeTokens
    let user: UInt32

    func respond(to call: RouteCall, in bytes: Span<UInt8>, _ exchange: Exchange) {
        guard case .token(let token, let rest) = query(of: call.request, in: bytes) else {
            return PageRoutes().respond(with: "index.html", to: call.request, in: bytes, exchange)
        }
        // Another user can see the URL of a browser, but cannot use it.
        guard exchange.owner == .user(user) || exchange.owner == .unknown else {
            return exchange.challenge("The URL works only in a browser of the user who runs tunerweb, on this machine.")
        }
        guard call.request.method == .get, tokens.use(bytes.extracting(token)) else {
            return exchange.challenge(
                "The one-time token is wrong, was used before, or is older than five minutes. Get a new URL with: tunerctl web"
            )
        }
        exchange.respond(.seeOther, text: "You are logged in.") {
            $0.add("Location", "/\(rest)".utf8.span)
            $0.add("Set-Cookie", secrets.setCookie.utf8.span)
        }
    }

    private func query(of request: HTTPRequest, in bytes: Span<UInt8>) -> Query {
        var items = QueryItems(request.query)
        var token: Range<Int>?
        var rest: [String] = []
        while let (name, value) = items.next(in: bytes) {
            if bytes.equals("token", ignoringCaseIn: name) {
                token = value ?? name.upperBound..<name.upperBound
            } else {
                let item = name.lowerBound..<(value ?? name).upperBound
                rest.append(String(decoding: [UInt8](bytes, in: item), as: UTF8.self))
            }
        }
        guard let token else { return .page }
        return .token(token, rest: rest.isEmpty ? "" : "?\(rest.joined(separator: "&"))")
    }
}
