package import SystemCore

/// Something in a loop that can become ready.
package protocol EventSource: AnyObject {
    /// The stream or descriptor is ready; called at most once a turn.
    func ready(_ readiness: Readiness)
}
