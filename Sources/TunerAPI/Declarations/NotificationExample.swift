/// A notification that a fresh daemon sends, as JSON text.
package struct NotificationExample: Sendable {
    /// The calls that the subscriber makes before it, each a method and its params; the last one causes the notification.
    package let calls: [String]
    /// The params of the notification; the times, processes and users in it are different each time.
    package let params: String

    /// Creates an example from the subscriber's calls and the params of the notification.
    package init(after calls: [String], _ params: String) {
        self.calls = calls
        self.params = params
    }
}
