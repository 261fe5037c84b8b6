package import HTTPCore

/// What the server does with a method on the paths of a pattern.
package final class Route {
    package let method: HTTPMethod
    package let pattern: PathPattern
    package let access: RouteAccess
    /// The limit for the bytes of a request's body; nil if the route ignores bodies, which are short then.
    package let bodyLimit: Int?
    /// The index of the pattern in the names of the router.
    fileprivate(set) var nameIndex = 0
    let handler: (RouteCall, Span<UInt8>, Exchange) -> Void
    /// Responds to a request that the server refuses, with this status and a sentence that says why.
    let refuse: (Exchange, HTTPStatus, String) -> Void

    /// Creates a route, which refuses requests with a line of text unless `refuse` does something else.
    ///
    /// The handler receives the whole request; the bytes hold for the call only. It ends the exchange at once or later.
    /// A route for GET serves HEAD, too.
    package init(
        _ method: HTTPMethod,
        _ pattern: String,
        _ access: RouteAccess,
        bodyLimit: Int? = nil,
        refuse: @escaping (Exchange, HTTPStatus, String) -> Void = { $0.refuse($1, $2) },
        _ handler: @escaping (RouteCall, Span<UInt8>, Exchange) -> Void
    ) {
        precondition(method.name != nil && method != .head && method != .options, "a method of a route")
        self.method = method
        self.pattern = PathPattern(pattern)
        self.access = access
        self.bodyLimit = bodyLimit
        self.refuse = refuse
        self.handler = handler
    }
}

extension [Route] {
    /// Numbers the patterns, and returns each once, in their order; the last name is for requests without a route.
    func numberNames() -> [String] {
        var names: [String] = []
        for route in self {
            let text = route.pattern.text
            // A dictionary would take longer to create than these few comparisons.
            route.nameIndex = names.firstIndex(of: text) ?? names.count
            if route.nameIndex == names.count {
                names.append(text)
            }
        }
        return names + ["other"]
    }
}

/// A request with the route that it has matched; its ranges refer to the received bytes.
package struct RouteCall {
    package let request: HTTPRequest
    /// The segments of the path in place of the pattern's asterisks, and the rest in place of two, still percent-encoded.
    package let segments: [Range<Int>]
}

extension HTTPMethod {
    /// The name of a method that a route can have.
    var name: String? {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .patch: "PATCH"
        case .options: "OPTIONS"
        case .trace, .connect, .other: nil
        }
    }
}
