import HTTPCore
import NetworkCore
import TestSupport
import Testing
import WebGateway
import WebTestSupport

/// Tests of the rules, without a socket.
struct AccessPolicyTests {
    static let token = String(repeating: "t", count: 64)
    static let secrets = AccessSecrets(token: token, port: 8081)
    static let user: UInt32 = 1_000
    static let own = SocketOwner.user(user)
    static let others: [SocketOwner] = [.user(1_001), .user(0), .gone]
    static let cookie = "Cookie: \(secrets.cookieName)=\(secrets.cookie)"
    static let bearer = "Authorization: Bearer \(token)"
    static let key = "X-API-Key: \(token)"
    static let host = "Host: localhost:8081"
    static let origin = "Origin: http://localhost:8081"
    static let page = ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty"]
    static let handshake = ["Connection: Upgrade", "Upgrade: websocket"]

    private func decide(
        _ line: String,
        _ fields: [String],
        from owner: SocketOwner = own,
        to access: RouteAccess = .restricted,
        ports: [UInt16] = [8081],
        names: [String] = [],
        origins: Set<String> = []
    ) -> AccessPolicy.Decision {
        let policy = AccessPolicy(
            names: HostNames(ports: ports, more: names),
            origins: origins,
            secrets: Self.secrets,
            user: Self.user
        )
        let parsed = ParsedRequest([line] + fields, body: "{}")
        return parsed.withBytes { policy.decide(parsed.request, in: $0, from: owner, to: access) }
    }

    private func decide(
        _ fields: [String],
        from owner: SocketOwner = own,
        to access: RouteAccess = .restricted,
        ports: [UInt16] = [8081],
        names: [String] = [],
        origins: Set<String> = []
    ) -> AccessPolicy.Decision {
        decide("GET / HTTP/1.1", fields, from: owner, to: access, ports: ports, names: names, origins: origins)
    }

    // MARK: The host

    @Test(arguments: ["localhost:8081", "127.0.0.1:8081", "[::1]:8081", "LocalHost:8081"])
    func `each spelling of this machine with the port is a name of the server`(host: String) {
        #expect(decide(["Host: \(host)"]) == .allowed)
        #expect(decide(["Host: \(host)"], to: .open) == .allowed)
    }

    @Test(
        arguments: [
            "localhost", "127.0.0.1", "[::1]", "localhost:80", "localhost:8082", "localhost:08081", "localhost:",
            "localhost.:8081", "evil.example", "evil.example:8081", "localhost.evil.example:8081",
            "127.0.0.1.nip.io:8081",
            "127.0.0.2:8081", "0.0.0.0:8081", "[::]:8081", "[::ffff:127.0.0.1]:8081", "::1:8081", "127.1:8081",
            "2130706433:8081", "localhost:8081:8081", "xlocalhost:8081", "",
        ],
        [RouteAccess.open, .restricted]
    )
    func `any other host is refused, with every credential and before routing`(host: String, access: RouteAccess) {
        #expect(decide(["Host: \(host)", Self.bearer], to: access) == .refused(.host(host)))
        #expect(decide(["Host: \(host)"] + Self.handshake, to: access) == .refused(.host(host)))
        #expect(AccessFault.host(host).status == .forbidden)
    }

    @Test func `a request of HTTP 1.0 without a host is refused`() {
        #expect(decide("GET / HTTP/1.0", []) == .refused(.host(nil)))
    }

    @Test func `the host in a URL replaces the field`() {
        #expect(decide("GET http://evil.example/ HTTP/1.1", [Self.host]) == .refused(.host("evil.example")))
        #expect(decide("GET http://localhost:8081/ HTTP/1.1", ["Host: evil.example"]) == .allowed)
    }

    @Test func `on port 80 the port may be missing`() {
        #expect(decide(["Host: localhost"], ports: [80]) == .allowed)
        #expect(decide(["Host: localhost:80"], ports: [80]) == .allowed)
        #expect(decide(["Host: localhost:8081"], ports: [80]) == .refused(.host("localhost:8081")))
    }

    @Test func `each port of a server is in its names`() {
        #expect(decide(["Host: [::1]:9000"], ports: [8081, 9000]) == .allowed)
        #expect(decide(["Host: [::1]:8081"], ports: [8081, 9000]) == .allowed)
    }

    @Test(
        arguments: [
            ("desk", "desk:8081", true), ("desk", "desk", true), ("desk", "desk:80", false),
            ("desk:9000", "desk", false), ("localhost", "localhost", true), ("desk.example.", "desk.example.", true),
            ("Desk", "desk:8081", true),
            ("desk:9000", "desk:9000", true), ("desk:9000", "desk:8081", false), ("[fe80::1]", "[fe80::1]:8081", true),
            ("desk", "localhost:8081", true), ("desk", "desk2:8081", false),
        ]
    )
    func `a name of --allow-host is a name of the server`(name: String, host: String, isAllowed: Bool) {
        let decision = decide(["Host: \(host)"], names: [name])
        #expect(decision == (isAllowed ? .allowed : .refused(.host(host))))
    }

    @Test(arguments: ["desk", "desk:9000", "desk:8082", "desk.example.", "[fe80::1]", "LocalHost", "localhost:1"])
    func `the option that a refused host gets advised allows the host`(host: String) throws {
        guard case .refused(let fault, _) = decide(["Host: \(host)"]) else {
            Issue.record("\(host) is allowed")
            return
        }
        let name = try #require(fault.sentence.firstMatch(of: /"--allow-host '?([^"']+)'?"\.$/)).1
        #expect(decide(["Host: \(host)"], names: [String(name)]) == .allowed)
    }

    @Test func `a host that cannot be a name of the server gets no advice about the option`() {
        #expect(!AccessFault.host("desk!").sentence.contains("--allow-host"))
    }

    // MARK: The origin

    @Test(arguments: [bearer, key, cookie], [RouteAccess.open, .restricted])
    func `the own origin is allowed`(credential: String, access: RouteAccess) {
        #expect(decide("POST / HTTP/1.1", [Self.host, Self.origin, credential], to: access) == .allowed)
        let upperCase = ["Host: LOCALHOST:8081", Self.origin, credential]
        #expect(decide("POST / HTTP/1.1", upperCase, to: access) == .allowed)
    }

    @Test(
        arguments: [
            "null", "", "http://localhost", "http://localhost:80", "http://localhost:8082", "https://localhost:8081",
            "http://127.0.0.1:8081", "http://[::1]:8081", "http://evil.example", "http://localhost:8081.evil.example",
            "http://localhost:8081/", "http://localhost:8081 http://evil.example", "HTTP://localhost:8081",
            "localhost:8081", "file://", "*",
        ],
        [RouteAccess.open, .restricted]
    )
    func `any other origin is refused, with every credential`(origin: String, access: RouteAccess) {
        for credential in [Self.bearer, Self.key, Self.cookie] {
            let fields = [Self.host, "Origin: \(origin)", credential]
            #expect(decide(fields, to: access) == .refused(.origin(origin)))
            #expect(decide("POST / HTTP/1.1", fields, to: access) == .refused(.origin(origin)))
            #expect(decide(fields + Self.handshake, to: access) == .refused(.origin(origin)))
        }
        #expect(AccessFault.origin(origin).status == .forbidden)
    }

    @Test func `a repeated origin is refused`() {
        let fields = [Self.host, Self.origin, Self.origin, Self.bearer]
        #expect(decide(fields) == .refused(.repeatedOrigin))
    }

    @Test(arguments: ["https://app.example", "http://localhost:3000"])
    func `an allowed origin needs the token, and no cookie`(origin: String) {
        let fields = [Self.host, "Origin: \(origin)", "Sec-Fetch-Site: cross-site"]
        let allowed = AccessPolicy.Decision.allowedToOrigin(origin)
        #expect(decide(fields + [Self.bearer], origins: [origin]) == allowed)
        #expect(decide(fields + [Self.key], origins: [origin]) == allowed)
        #expect(decide("POST / HTTP/1.1", fields + [Self.bearer], origins: [origin]) == allowed)
        let refused = AccessPolicy.Decision.refused(.noToken, toOrigin: origin)
        #expect(decide(fields + [Self.cookie], origins: [origin]) == refused)
        #expect(decide(fields, origins: [origin]) == refused)
        let wrong = fields + ["Authorization: Bearer wrong"]
        #expect(decide(wrong, origins: [origin]) == .refused(.wrongToken, toOrigin: origin))
        // No page receives anything about a foreign host.
        let foreign = ["Host: evil.example"] + fields.dropFirst() + [Self.bearer]
        #expect(decide(foreign, origins: [origin]) == .refused(.host("evil.example")))
        // A preflight request.
        #expect(decide("OPTIONS / HTTP/1.1", fields, to: .open, origins: [origin]) == allowed)
        #expect(decide(fields + [Self.bearer], origins: ["\(origin)0"]) == .refused(.origin(origin)))
    }

    @Test func `null is never an allowed origin`() {
        #expect(decide([Self.host, "Origin: null", Self.bearer], origins: []) == .refused(.origin("null")))
        #expect(!AccessPolicy.isOrigin("null"))
    }

    // MARK: The site

    @Test(arguments: ["cross-site", "same-site", "", "nonsense", "same-origin, same-origin"])
    func `a request of a page of another site is refused, with every credential`(site: String) {
        let fields = [Self.host, "Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: script"]
        for credential in [Self.bearer, Self.key, Self.cookie] {
            #expect(decide(fields + [credential]) == .refused(.otherSite))
            #expect(decide(fields + [credential], to: .open) == .refused(.otherSite))
        }
        #expect(AccessFault.otherSite.status == .forbidden)
    }

    @Test func `a repeated site is refused`() {
        let fields = [Self.host, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: same-origin", Self.bearer]
        #expect(decide(fields) == .refused(.otherSite))
    }

    @Test func `a link of another site leads to an open page only, and never in a frame`() {
        let link = [Self.host, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"]
        let document = link + ["Sec-Fetch-Dest: document"]
        #expect(decide(document, to: .open) == .allowed)
        #expect(decide("HEAD / HTTP/1.1", document, to: .open) == .allowed)
        #expect(decide(document + [Self.cookie], to: .restricted) == .refused(.otherSite))
        #expect(decide("POST / HTTP/1.1", document, to: .open) == .refused(.otherSite))
        for destination in ["iframe", "frame", "object", "embed", ""] {
            #expect(decide(link + ["Sec-Fetch-Dest: \(destination)"], to: .open) == .refused(.otherSite))
        }
        #expect(decide(link, to: .open) == .refused(.otherSite))
    }

    @Test(arguments: ["same-origin", "none"])
    func `a request of the own page, or of no page, needs a credential`(site: String) {
        let fields = [Self.host, "Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: navigate"]
        #expect(decide(fields) == .refused(.noToken))
        #expect(decide(fields + [Self.cookie]) == .allowed)
        #expect(decide(fields + [Self.bearer]) == .allowed)
        #expect(decide(fields, to: .open) == .allowed)
    }

    // MARK: The token

    @Test(arguments: [own, .user(1_001), .gone, .unknown])
    func `the token is enough for a program of any user`(owner: SocketOwner) {
        #expect(decide([Self.host, Self.bearer], from: owner) == .allowed)
        #expect(decide("POST / HTTP/1.1", [Self.host, "authorization: BEARER \(Self.token)"], from: owner) == .allowed)
    }

    @Test(
        arguments: [
            "Authorization: Bearer \(token)t", "Authorization: Bearer \(token.dropLast())", "Authorization: Bearer",
            "Authorization: Bearer ", "Authorization: \(token)", "Authorization: Basic \(token)",
            "Authorization: Bearer  \(token)", "Authorization: Bearer\(token)", "Authorization:",
            "Authorization: Bearer \(token), Bearer \(token)", "Authorization: Bearer \(secrets.cookie)",
            "Authorization: Bearer T\(token.dropFirst())", "X-API-Key: \(token)t", "X-API-Key:",
            "X-API-Key: Bearer \(token)", "X-API-Key: \(secrets.cookie)",
        ]
    )
    func `a wrong token is refused, also from the own user`(field: String) {
        #expect(decide([Self.host, field]) == .refused(.wrongToken))
        #expect(decide([Self.host, field, Self.origin, Self.cookie]) == .refused(.wrongToken))
        #expect(AccessFault.wrongToken.status == .unauthorized)
    }

    @Test func `a repeated token is refused`() {
        #expect(decide([Self.host, Self.bearer, Self.bearer]) == .refused(.wrongToken))
        #expect(decide([Self.host, Self.key, Self.key]) == .refused(.wrongToken))
    }

    // MARK: The cookie

    @Test func `the cookie is enough for the own user's browser`() {
        #expect(decide([Self.host, Self.cookie]) == .allowed)
        #expect(decide("HEAD / HTTP/1.1", [Self.host, Self.cookie] + Self.page) == .allowed)
        #expect(decide([Self.host, "Cookie: a=b; \(Self.cookie.dropFirst(8)); c=d"]) == .allowed)
        // A system that reports no owners.
        #expect(decide([Self.host, Self.cookie], from: .unknown) == .allowed)
    }

    @Test(arguments: others)
    func `the cookie is refused from another user, who may have received it on another port`(owner: SocketOwner) {
        #expect(decide([Self.host, Self.cookie], from: owner) == .refused(.otherUser))
        #expect(decide("POST / HTTP/1.1", [Self.host, Self.cookie, Self.origin], from: owner) == .refused(.otherUser))
        #expect(AccessFault.otherUser.status == .unauthorized)
    }

    @Test(
        arguments: [
            "\(secrets.cookieName)=\(secrets.cookie)0", "\(secrets.cookieName)=", "\(secrets.cookieName)=\(token)",
            "\(secrets.cookieName)=\(secrets.cookie.dropLast())",
        ]
    )
    func `a wrong cookie is refused`(cookie: String) {
        #expect(decide([Self.host, "Cookie: \(cookie)"]) == .refused(.wrongCookie))
        #expect(AccessFault.wrongCookie.status == .unauthorized)
    }

    @Test(arguments: ["tunerweb-8082=\(secrets.cookie)", "TUNERWEB-8081=\(secrets.cookie)", "other=1", "x"])
    func `a cookie of another name is no credential`(cookie: String) {
        #expect(decide([Self.host, "Cookie: \(cookie)"]) == .refused(.noToken))
    }

    @Test func `a cookie that another page has added does not hide the right one`() {
        let name = Self.secrets.cookieName
        #expect(decide([Self.host, "Cookie: \(name)=wrong; \(name)=\(Self.secrets.cookie)"]) == .allowed)
        #expect(decide([Self.host, "Cookie: \(name)=wrong", Self.cookie]) == .allowed)
    }

    @Test func `the cookie differs by token and by port, and is not the token`() {
        let others = [AccessSecrets(token: Self.token, port: 8082), AccessSecrets(token: "u\(Self.token)", port: 8081)]
        for other in others {
            #expect(other.cookie != Self.secrets.cookie)
            #expect(
                decide([Self.host, "Cookie: \(Self.secrets.cookieName)=\(other.cookie)"]) == .refused(.wrongCookie)
            )
        }
        #expect(Self.secrets.cookieName == "tunerweb-8081")
        #expect(
            Self.secrets.setCookie == "tunerweb-8081=\(Self.secrets.cookie); HttpOnly; SameSite=Strict; Path=/"
        )
    }

    // MARK: Changes with the cookie

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "BREW"])
    func `a change with the cookie needs the own origin`(method: String) {
        let line = "\(method) / HTTP/1.1"
        #expect(decide(line, [Self.host, Self.cookie]) == .refused(.noOrigin))
        #expect(decide(line, [Self.host, Self.cookie, "Sec-Fetch-Site: none"]) == .refused(.noOrigin))
        #expect(decide(line, [Self.host, Self.cookie, "Sec-Fetch-Site: same-origin"]) == .allowed)
        #expect(decide(line, [Self.host, Self.cookie, Self.origin]) == .allowed)
        #expect(decide(line, [Self.host, Self.bearer]) == .allowed)
        #expect(AccessFault.noOrigin.status == .forbidden)
    }

    @Test func `a WebSocket with the cookie needs the own origin`() {
        #expect(decide([Self.host, Self.cookie] + Self.handshake) == .refused(.noOrigin))
        #expect(decide([Self.host, Self.cookie] + Self.handshake + Self.page) == .refused(.noOrigin))
        #expect(decide([Self.host, Self.cookie, Self.origin] + Self.handshake) == .allowed)
        #expect(decide([Self.host, Self.origin] + Self.handshake) == .refused(.noToken))
        #expect(decide([Self.host, Self.bearer] + Self.handshake) == .allowed)
        #expect(decide([Self.host] + Self.handshake) == .allowed)
    }

    @Test(
        arguments: [
            (nil, false), ("text/plain", false), ("application/x-www-form-urlencoded", false),
            ("multipart/form-data; boundary=a", false), ("application/jsonp", false), ("application/json", true),
            ("application/json; charset=utf-8", true), ("text/plain, application/json", false),
        ] as [(String?, Bool)]
    )
    func `a body with the cookie is JSON`(type: String?, isAllowed: Bool) {
        let body = ["Content-Length: 2"] + (type.map { ["Content-Type: \($0)"] } ?? [])
        let decision = decide("POST / HTTP/1.1", [Self.host, Self.origin, Self.cookie] + body)
        #expect(decision == (isAllowed ? .allowed : .refused(.notJSON)))
        #expect(decide("POST / HTTP/1.1", [Self.host, Self.bearer] + body) == .allowed)
        #expect(decide("POST / HTTP/1.1", [Self.host] + body) == .allowed)
        #expect(AccessFault.notJSON.status == .unsupportedMediaType)
    }

    // MARK: Programs without a credential

    @Test(arguments: ["GET", "POST", "PUT", "DELETE"])
    func `a program of the own user needs no token`(method: String) {
        #expect(decide("\(method) / HTTP/1.1", [Self.host, "User-Agent: curl/8", "Accept: */*"]) == .allowed)
    }

    @Test(arguments: others + [.unknown])
    func `a program of another user needs the token, also root and a program that is gone`(owner: SocketOwner) {
        #expect(decide([Self.host], from: owner) == .refused(.otherUser))
        #expect(decide("POST / HTTP/1.1", [Self.host], from: owner) == .refused(.otherUser))
        #expect(decide([Self.host], from: owner, to: .open) == .allowed)
    }

    @Test(
        arguments: [
            "Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document", "Sec-Fetch-User: ?1",
            "Sec-Fetch-Storage-Access: none", "SEC-FETCH-LATER: 1",
            origin, "Referer: http://evil.example/", "Cookie: a=b", "sec-fetch-mode:", "Forwarded: for=192.0.2.1",
            "X-Forwarded-For: 192.0.2.1", "X-Forwarded-Host: a", "X-Real-IP: 192.0.2.1", "Via: 1.1 proxy",
            "User-Agent: Mozilla/5.0 (X11; Linux x86_64)", "User-Agent: mozilla/",
        ]
    )
    func `a browser or a proxy of the own user needs a credential`(field: String) {
        #expect(decide([Self.host, field]) == .refused(.noToken))
        #expect(decide([Self.host, field, Self.bearer]) == .allowed)
        #expect(AccessFault.noToken.status == .unauthorized)
    }

    // MARK: Hostile fields

    @Test(arguments: Seeds.all)
    func `no mixture of fields gives another user access without the token`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "localhost:8081", "http://", "localhost", ":8081", "null", "[::1]", "bearer ", "Bearer",
            Self.secrets.cookieName,
            Self.secrets.cookie, "=", "; ", ",", "\"", " ", "\t", "same-origin", "none", "\u{FF}", "ä",
            String(repeating: "x", count: 300),
        ]
        let names = [
            "Origin", "Cookie", "Authorization", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Referer", "Content-Type",
            "User-Agent",
        ]
        for _ in 0..<300 {
            let fields = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                let name = names.randomElement(using: &generator) ?? ""
                let value = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    parts.randomElement(using: &generator) ?? ""
                }
                return "\(name): \(value.joined())"
            }
            for owner in Self.others {
                let decision = decide([Self.host] + fields, from: owner)
                guard case .refused = decision else {
                    Issue.record("\(fields) from \(owner): \(decision)")
                    return
                }
            }
        }
    }
}
