import HTTPCore

/// The routes of a server, and the methods of each path.
package struct Router {
    /// What a request leads to.
    enum Match {
        /// The route, and the segments of the path in place of the asterisks of its pattern.
        case route(Route, [Range<Int>])
        /// An OPTIONS request, for a path with these methods.
        case options([HTTPMethod])
        /// The path has only these methods.
        case notAllowed([HTTPMethod])
        case notFound
    }

    private let routes: [Route]
    /// The shapes of the routes' paths, in their order.
    private let shapes: [PathShape]
    /// The names of the routes in metrics.
    let names: [String]

    package init(_ routes: [Route]) {
        names = routes.numberNames()
        self.routes = routes
        shapes = routes.map(\.pattern.shape)
    }

    /// Finds the route of a request.
    func match(_ request: HTTPRequest, in bytes: Span<UInt8>) -> Match {
        // A URL without a path has the path "/" (RFC 9110, 4.2.3).
        guard !request.path.isEmpty else { return match(root: request, in: bytes) }
        if request.method == .options, request.path.count == 1, bytes[request.path.lowerBound] == UInt8(ascii: "*") {
            return .options(methods(of: routes))
        }
        let method = request.method == .head ? .get : request.method
        var others: [Route] = []
        let start = PathShape.start(of: request.path, in: bytes)
        for index in shapes.indices where shapes[index].mayFit(request.path, start: start) {
            let route = routes[index]
            guard let segments = route.pattern.match(request.path, in: bytes) else { continue }
            guard route.method != method else {
                return .route(route, segments)
            }
            // A path that fits nothing but such a pattern does not exist.
            if !route.pattern.hasRest {
                others.append(route)
            }
        }
        return match(request, others)
    }

    private func match(root request: HTTPRequest, in bytes: Span<UInt8>) -> Match {
        let found = routes.filter { $0.pattern.text == "/" }
        let method = request.method == .head ? .get : request.method
        guard let route = found.first(where: { $0.method == method }) else { return match(request, found) }
        return .route(route, [])
    }

    private func match(_ request: HTTPRequest, _ others: [Route]) -> Match {
        guard !others.isEmpty else { return .notFound }
        return request.method == .options ? .options(methods(of: others)) : .notAllowed(methods(of: others))
    }

    /// Returns the methods of routes in a fixed order, with HEAD and OPTIONS.
    private func methods(of routes: [Route]) -> [HTTPMethod] {
        let order: [HTTPMethod] = [.get, .head, .post, .put, .delete, .patch, .options]
        return order.filter { method in
            method == .options || routes.contains { $0.method == (method == .head ? .get : method) }
        }
    }
}

extension [HTTPMethod] {
    /// The value of an `Allow` field.
    var allowed: String { compactMap(\.name).joined(separator: ", ") }
}
