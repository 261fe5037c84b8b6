package import HTTPCore
import JSONCore
package import NetworkCore

/// The rules that decide which requests the server handles.
///
/// Any web page can make a browser send requests to this machine, and any user of this machine can connect. The rules:
/// 1. The host is a name of the server. So no page reaches the server by its own name (DNS rebinding).
/// 2. The origin is the server's own or one of `origins`, never `null`.
/// 3. A browser that names the site of the page names the same origin, or no page.
/// 4. A restricted route needs the token as a bearer or as an API key, or the cookie from a process of the server's user. A program that
///    is no browser needs neither if it is a process of the server's user.
/// 5. With the cookie, a change needs the own origin, and a body is JSON.
package struct AccessPolicy: Sendable {
    /// What a request may do.
    package enum Decision: Equatable, Sendable {
        case allowed
        /// The page of this origin may read the response.
        case allowedToOrigin(String)
        /// The page of the origin, if there is one, may read why.
        case refused(AccessFault, toOrigin: String? = nil)
    }

    /// A field of a request.
    private enum Field: Equatable {
        case absent
        case value(Range<Int>)
        case repeated
    }

    /// Fields that browsers add, or that a proxy adds for a client elsewhere.
    private static let browserOrProxyFields: [StaticString] = [
        "origin", "cookie", "referer", "forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via",
    ]

    private let names: HostNames
    private let origins: Set<String>
    private let secrets: AccessSecrets
    private let user: UInt32

    /// Creates the rules of a server that runs as a user; `origins` are other origins whose pages may send the token.
    package init(names: HostNames, origins: Set<String> = [], secrets: AccessSecrets, user: UInt32) {
        self.names = names
        self.origins = origins
        self.secrets = secrets
        self.user = user
    }

    /// Decides about a request to a route; `owner` is the user at the other end of the connection.
    package func decide(
        _ request: HTTPRequest,
        in bytes: Span<UInt8>,
        from owner: SocketOwner,
        to access: RouteAccess
    ) -> Decision {
        var other: String?
        do throws(AccessFault) {
            let host = try checkHost(request, in: bytes)
            let origin = try checkOrigin(request, host, in: bytes)
            if case .other(let name) = origin {
                other = name
            } else {
                try checkSite(request, in: bytes, access)
            }
            if access == .restricted {
                try checkCredentials(request, in: bytes, from: owner, origin)
            }
            return other.map { .allowedToOrigin($0) } ?? .allowed
        } catch {
            return .refused(error, toOrigin: other)
        }
    }

    /// Whether responses differ by the origin of the page.
    var hasOrigins: Bool { !origins.isEmpty }

    /// Returns whether a text is an origin as browsers write it: a scheme and a host in small letters, without a path.
    package static func isOrigin(_ text: String) -> Bool {
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            let host = text.dropFirst(scheme.count)
            return HostNames.isName(String(host)) && host == host.lowercased()
        }
        return false
    }

    // MARK: The page

    /// The page that sent a request.
    private enum Origin: Equatable {
        case none
        case own
        /// One of `origins`.
        case other(String)
    }

    private func checkHost(_ request: HTTPRequest, in bytes: Span<UInt8>) throws(AccessFault) -> Range<Int> {
        guard let host = request.host else { throw .host(nil) }
        guard names.contains(host, in: bytes) else { throw .host(text(host, in: bytes)) }
        return host
    }

    private func checkOrigin(
        _ request: HTTPRequest,
        _ host: Range<Int>,
        in bytes: Span<UInt8>
    ) throws(AccessFault) -> Origin {
        switch field("origin", of: request, in: bytes) {
        case .absent: return .none
        case .repeated: throw .repeatedOrigin
        case .value(let value):
            // A browser writes a host in small letters.
            let origin = text(value, in: bytes)
            if origin == "http://\(text(host, in: bytes).lowercased())" { return .own }
            guard origins.contains(origin) else { throw .origin(origin) }
            return .other(origin)
        }
    }

    private func checkSite(
        _ request: HTTPRequest,
        in bytes: Span<UInt8>,
        _ access: RouteAccess
    ) throws(AccessFault) {
        let site = field("sec-fetch-site", of: request, in: bytes)
        guard site != .absent, !equals("same-origin", site, in: bytes), !equals("none", site, in: bytes) else { return }
        // A link on a page of another site may lead to an open page.
        guard access == .open, request.method == .get || request.method == .head,
            equals("navigate", field("sec-fetch-mode", of: request, in: bytes), in: bytes),
            equals("document", field("sec-fetch-dest", of: request, in: bytes), in: bytes)
        else { throw .otherSite }
    }

    // MARK: The credentials

    private func checkCredentials(
        _ request: HTTPRequest,
        in bytes: Span<UInt8>,
        from owner: SocketOwner,
        _ origin: Origin
    ) throws(AccessFault) {
        let authorization = field("authorization", of: request, in: bytes)
        guard authorization == .absent else {
            guard case .value(let value) = authorization, isBearer(value, in: bytes) else { throw .wrongToken }
            return
        }
        // The other scheme of OFREP.
        let key = field("x-api-key", of: request, in: bytes)
        guard key == .absent else {
            guard case .value(let value) = key, secrets.isToken(value, in: bytes) else { throw .wrongToken }
            return
        }
        // A page of another origin does not own the cookie: the browser may add that of the server's page.
        if case .other = origin { throw .noToken }
        switch cookie(of: request, in: bytes) {
        case .right: return try checkCookie(request, in: bytes, from: owner, origin)
        case .wrong: throw .wrongCookie
        case .absent: break
        }
        guard !isFromBrowserOrProxy(request, in: bytes) else { throw .noToken }
        guard owner == .user(user) else { throw .otherUser }
    }

    private func isBearer(_ value: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        let scheme: StaticString = "bearer"
        let end = value.lowerBound + scheme.utf8CodeUnitCount
        guard value.upperBound > end, bytes[end] == UInt8(ascii: " "),
            bytes.equals(scheme, ignoringCaseIn: value.lowerBound..<end)
        else { return false }
        return secrets.isToken(end + 1..<value.upperBound, in: bytes)
    }

    private enum CookieCheck {
        case absent
        case right
        case wrong
    }

    /// Checks the cookies with the right name: a page on another port can add one, so any of them may be the right one.
    private func cookie(of request: HTTPRequest, in bytes: Span<UInt8>) -> CookieCheck {
        var result = CookieCheck.absent
        var next = request.value(of: "cookie", in: bytes)
        while let field = next {
            var cookies = Cookies(field)
            while let (name, value) = cookies.next(in: bytes) {
                guard text(name, in: bytes) == secrets.cookieName else { continue }
                guard !secrets.isCookie(value, in: bytes) else { return .right }
                result = .wrong
            }
            next = request.value(of: "cookie", after: field, in: bytes)
        }
        return result
    }

    private func checkCookie(
        _ request: HTTPRequest,
        in bytes: Span<UInt8>,
        from owner: SocketOwner,
        _ origin: Origin
    ) throws(AccessFault) {
        // A server of another user on another port of this host has received the cookie, too.
        guard owner == .user(user) || owner == .unknown else { throw .otherUser }
        let changes = request.method != .get && request.method != .head
        if request.upgradesToWebSocket(in: bytes) {
            guard origin == .own else { throw .noOrigin }
        } else if changes {
            let site = field("sec-fetch-site", of: request, in: bytes)
            guard origin == .own || equals("same-origin", site, in: bytes) else { throw .noOrigin }
        }
        guard request.hasBody else { return }
        guard case .value(let type) = field("content-type", of: request, in: bytes), MediaType.isJSON(type, in: bytes)
        else { throw .notJSON }
    }

    /// Returns whether a request has a field that a browser or a proxy adds.
    private func isFromBrowserOrProxy(_ request: HTTPRequest, in bytes: Span<UInt8>) -> Bool {
        // Every browser calls itself Mozilla. It leaves all other fields out for an image of a host without TLS.
        let mozilla: StaticString = "mozilla/"
        if let agent = request.value(of: "user-agent", in: bytes) {
            let name = agent.lowerBound..<min(agent.upperBound, agent.lowerBound + mozilla.utf8CodeUnitCount)
            guard !bytes.equals(mozilla, ignoringCaseIn: name) else { return true }
        }
        return AccessPolicy.browserOrProxyFields.contains { request.value(of: $0, in: bytes) != nil }
            || request.hasField(beginningWith: "sec-fetch-", in: bytes)
    }

    // MARK: Fields

    private func field(_ name: StaticString, of request: HTTPRequest, in bytes: Span<UInt8>) -> Field {
        guard let value = request.value(of: name, in: bytes) else { return .absent }
        return request.value(of: name, after: value, in: bytes) == nil ? .value(value) : .repeated
    }

    private func equals(_ word: StaticString, _ field: Field, in bytes: Span<UInt8>) -> Bool {
        guard case .value(let value) = field else { return false }
        return bytes.equals(word, ignoringCaseIn: value)
    }

    private func text(_ range: Range<Int>, in bytes: Span<UInt8>) -> String {
        String(decoding: [UInt8](bytes, in: range), as: UTF8.self)
    }
}
