import HTTPCore
import Testing

@testable import WebGateway

struct RouterTests {
    private let router = Router(
        [
            (HTTPMethod.get, "/"), (.get, "/tune"), (.post, "/tune"), (.get, "/tune/*"), (.put, "/tune/*/*"),
            (.delete, "/tune/*"), (.post, "/only"), (.get, "/a/"),
            (.get, "/any"), (.get, "/any/*"), (.put, "/any/*"), (.put, "/any/**"),
            (.get, "/long/prefix/one"), (.get, "/long/prefix/two"), (.get, "/long/prefix/*/end"),
            (.get, "/long/prefix/**"),
        ].map { Route($0.0, $0.1, .open) { _, _, _ in } }
    )

    /// Returns the route with its segments, the methods, or nothing.
    private func match(_ line: String) -> String {
        let parsed = ParsedRequest(["\(line) HTTP/1.1", "Host: a"])
        return switch parsed.withBytes({ router.match(parsed.request, in: $0) }) {
        case .route(let route, let segments):
            ([route.pattern.text] + segments.map { parsed.text($0) }).joined(separator: " ")
        case .options(let methods): "options \(methods.allowed)"
        case .notAllowed(let methods): "not \(methods.allowed)"
        case .notFound: "nothing"
        }
    }

    @Test(
        arguments: [
            ("GET /", "/"), ("GET /?a=/tune", "/"), ("HEAD /", "/"), ("GET http://a", "/"), ("GET http://a?b", "/"),
            ("GET /tune", "/tune"), ("POST /tune", "/tune"), ("GET /tune/ui.radius", "/tune/* ui.radius"),
            ("HEAD /tune/a", "/tune/* a"), ("PUT /tune/a%2Fb/1", "/tune/*/* a%2Fb 1"),
            ("DELETE /tune/..", "/tune/* .."), ("GET /a/", "/a/"), ("PUT /any/a", "/any/* a"), ("PUT /any", "/any/** "),
            ("PUT /any/", "/any/** "), ("PUT /any/a%2F/b//c/", "/any/** a%2F/b//c/"),
            ("GET /long/prefix/one", "/long/prefix/one"), ("GET /long/prefix/two", "/long/prefix/two"),
            ("GET /long/prefix/twx", "/long/prefix/** twx"), ("GET /long/prefix/a/end", "/long/prefix/*/end a"),
            ("GET /long/prefix/a/enx", "/long/prefix/** a/enx"), ("GET /long/prefix//end", "/long/prefix/** /end"),
            ("GET /long/prefix", "/long/prefix/** "), ("GET /a/?/tune", "/a/"),
        ]
    )
    func `a route is found by method and path`(line: String, expected: String) {
        #expect(match(line) == expected)
    }

    @Test(
        arguments: [
            "GET /nothing", "GET /tune/", "GET /tune/a/", "GET /tune/a/b/c", "GET //tune", "GET /TUNE", "GET /%74une",
            "POST /tunes", "GET /a", "PUT /tune//1", "GET //", "OPTIONS /nothing",
            "GET /any/", "GET /any/a/b", "OPTIONS /any/a/b", "PUT /anything",
            "GET /long/prefiy/one", "GET /long/prefix.one", "GET /long/prefi", "GET /long", "GET /an", "PUT /a",
        ]
    )
    func `another path has no route`(line: String) {
        #expect(match(line) == "nothing")
    }

    @Test(
        arguments: [
            ("PUT /", "not GET, HEAD, OPTIONS"), ("DELETE /tune", "not GET, HEAD, POST, OPTIONS"),
            ("POST /tune/a", "not GET, HEAD, DELETE, OPTIONS"), ("GET /only", "not POST, OPTIONS"),
            ("HEAD /only", "not POST, OPTIONS"), ("TRACE /", "not GET, HEAD, OPTIONS"),
            ("POST /any", "not GET, HEAD, OPTIONS"), ("POST /any/a", "not GET, HEAD, PUT, OPTIONS"),
            ("get /", "not GET, HEAD, OPTIONS"), ("POST http://a", "not GET, HEAD, OPTIONS"),
        ]
    )
    func `another method of a path is refused with its methods`(line: String, expected: String) {
        #expect(match(line) == expected)
    }

    @Test(
        arguments: [
            ("OPTIONS /", "options GET, HEAD, OPTIONS"), ("OPTIONS /tune/a", "options GET, HEAD, DELETE, OPTIONS"),
            ("OPTIONS /tune/a/1", "options PUT, OPTIONS"),
            ("OPTIONS *", "options GET, HEAD, POST, PUT, DELETE, OPTIONS"),
        ]
    )
    func `OPTIONS has the methods of a path, or of the server`(line: String, expected: String) {
        #expect(match(line) == expected)
    }
}
