/// The requests that may use a route.
package enum RouteAccess: Sendable, Equatable {
    /// Every request that names the server by one of its names; the route shows nothing secret.
    case open
    /// Only the requests that the ``AccessPolicy`` allows.
    case restricted
}
