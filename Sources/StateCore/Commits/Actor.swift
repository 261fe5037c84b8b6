/// The client process that made a change.
package struct Actor: Hashable, Sendable {
    /// The name that the client sent, or else the name of its process.
    package let client: String
    package let pid: Int64
    package let uid: UInt32

    package init(client: String, pid: Int64, uid: UInt32) {
        self.client = client
        self.pid = pid
        self.uid = uid
    }

    /// Returns whether both have the same user and the same client name.
    ///
    /// Their processes may differ.
    package func isSame(as other: Actor) -> Bool {
        uid == other.uid && client == other.client
    }
}
