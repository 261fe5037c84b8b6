package import HTTPCore
import RPCCore

/// The numbers that the gateway counts about itself.
package struct GatewayCounts {
    /// The requests of one route.
    struct Route {
        let name: String
        /// The number of responses by the first digit of the status, from 1 to 5.
        var statuses = InlineArray<5, Int64>(repeating: 0)
        /// The time from the end of the request's head to the response, in nanoseconds; for a stream, to its beginning.
        var times = Histogram()
        var nanoseconds: UInt64 = 0
        var count: Int64 = 0
    }

    /// The time when the gateway started to listen, in seconds since 1970.
    package var started = 0.0
    package var connections: Int64 = 0
    package var acceptedConnections: Int64 = 0
    /// The connections that were closed at once because of a limit.
    package var refusedConnections: Int64 = 0
    /// The open streams of server-sent events.
    package var eventStreams: Int64 = 0
    /// The open WebSocket connections.
    package var webSockets: Int64 = 0
    package var received: Int64 = 0
    package var sent: Int64 = 0
    private(set) var routes: [Route]

    /// Creates the counts for the routes with these names, such as `/tune`.
    ///
    /// The last name is that of all requests without a route. A name must never be a part of a request: a client could
    /// then make the number of names grow.
    package init(routes names: [String]) {
        routes = names.map { Route(name: $0) }
    }

    /// Counts a response.
    package mutating func add(route: Int, status: HTTPStatus, nanoseconds: UInt64) {
        routes[route].statuses[status.firstDigit - 1] += 1
        routes[route].times.add(nanoseconds)
        routes[route].nanoseconds &+= nanoseconds
        routes[route].count += 1
    }
}
