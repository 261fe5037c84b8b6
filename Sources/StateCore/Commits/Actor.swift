/// Who made a change.
package struct Actor: Hashable, Sendable {
    /// What it calls itself, else its process's name.
    package let client: String
    /// Its process.
    package let pid: Int64
    /// Its user.
    package let uid: UInt32

    /// Names who makes a change.
    package init(client: String, pid: Int64, uid: UInt32) {
        self.client = client
        self.pid = pid
        self.uid = uid
    }

    /// Whether both are the same user under the same name, perhaps in two processes.
    package func isSame(as other: Actor) -> Bool {
        uid == other.uid && client == other.client
    }
}
