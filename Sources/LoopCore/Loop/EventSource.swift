package import SystemCore

/// An object that handles the readiness of a descriptor in an event loop.
package protocol EventSource: AnyObject {
    /// Called on the event loop when the descriptor is ready, at most once a turn.
    func ready(_ readiness: Readiness)
}
