/// Who may use a route.
package enum RouteAccess: Sendable, Equatable {
    /// Everyone who can reach the server by one of its names; the route shows nothing secret.
    case open
    /// Only those whom the ``AccessPolicy`` allows.
    case restricted
}
