import Fuzzing
import HTTPCore
import JSONCore
import NetworkCore
import WebGateway

// Whatever the fields of a request are: without the token, the cookie or the own user, no request is allowed, and none for
// another host or from another origin. The first byte of the input selects the user at the other end, the route and the
// method; the rest are the header lines.
let token = "the-secret-token"
let user: UInt32 = 1_000
let secrets = AccessSecrets(token: token, port: 8081)
// A further name without a port is also a name in a URL without a port.
let hosts = ["localhost:8081", "127.0.0.1:8081", "[::1]:8081", "desk:8081", "desk"]
let page = "https://app.example"
let policy = AccessPolicy(
    names: HostNames(ports: [8081], more: ["desk"]),
    origins: [page],
    secrets: secrets,
    user: user
)
let owners: [SocketOwner] = [.user(user), .user(1_001), .user(0), .gone, .unknown]
let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "BREW"]

fuzz { input in
    let bytes = [UInt8](input, in: 0..<input.count)
    var choice = Int(bytes.first ?? 0)
    let access: RouteAccess = choice.isMultiple(of: 2) ? .restricted : .open
    choice /= 2
    let owner = owners[choice % owners.count]
    let method = methods[choice / owners.count % methods.count]
    let sent = SentRequest(method: method, lines: bytes.dropFirst())
    var connection = HTTPConnection()
    var received = ByteBuffer()
    received.append(sent.text.span)
    let event = connection.next(in: &received, at: 0)
    guard event == .head || event == .request else { return }
    let request = connection.request
    let decision = received.withBytes { policy.decide(request, in: $0, from: owner, to: access) }

    let host = sent.values("host").first?.lowercased() ?? ""
    let origins = sent.values("origin")
    let site = sent.values("sec-fetch-site")
    let hasBearer = sent.hasBearer(token)
    switch decision {
    case .refused(let fault, let origin):
        precondition(origin == nil || origins == [page], "a page of another origin may read why: \(fault)")
        let mustBeAllowed = hasBearer && hosts.contains(host) && origins.isEmpty && site.isEmpty
        precondition(!mustBeAllowed, "the token is not enough: \(fault)")
        return
    case .allowedToOrigin(let origin):
        precondition(origin == page && origins == [page], "a page of another origin may read the response")
        precondition(access == .open || hasBearer, "a page of another origin needs no token")
    case .allowed:
        precondition(origins.isEmpty || origins == ["http://\(host)"], "a page of another origin is allowed")
        let isSame = site.isEmpty || site.count == 1 && ["same-origin", "none"].contains(site[0].lowercased())
        precondition(isSame || access == .open, "a page of another site is allowed")
    }
    precondition(hosts.contains(host), "another host is allowed")
    guard access == .restricted, !hasBearer else { return }
    let hasCookie = sent.hasCookie(secrets.cookieName, secrets.cookie)
    let isOwn = owner == .user(user)
    precondition(hasCookie || !sent.isFromBrowserOrProxy, "a browser needs neither the token nor the cookie")
    precondition(isOwn || hasCookie && owner == .unknown, "another user needs no token")
    let changes = method != "GET" && method != "HEAD"
    let isOfPage = !origins.isEmpty || site.first?.lowercased() == "same-origin"
    precondition(!hasCookie || !changes || isOfPage, "a change with the cookie needs no page of the server")
}
