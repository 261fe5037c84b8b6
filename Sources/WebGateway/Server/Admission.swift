/// The decision that a route serves a request.
struct Admission {
    let route: Route
    /// The segments of the path in place of the asterisks of the route's pattern.
    let segments: [Range<Int>]
    /// The origin of the page that may read the response, if it is not the server's own.
    let origin: String?

    init(_ route: Route, _ segments: [Range<Int>], toOrigin origin: String?) {
        self.route = route
        self.segments = segments
        self.origin = origin
    }
}
