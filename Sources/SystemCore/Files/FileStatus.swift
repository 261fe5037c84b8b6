/// The metadata of a file, from its path or from an open file.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case regular
        case directory
        case symbolicLink
        case socket
        case other
    }

    /// The identity of a file: two paths with the same identity refer to the same file.
    package struct Identity: Hashable, Sendable {
        package let device: UInt64
        package let number: UInt64

        package init(device: UInt64, number: UInt64) {
            self.device = device
            self.number = number
        }
    }

    package let kind: Kind
    /// The permission bits, including set-user-ID, set-group-ID and sticky.
    package let mode: UInt32
    package let owner: UInt32
    package let group: UInt32
    package let size: Int64
    package let identity: Identity
    /// The time of the last change to content, names or permissions, in nanoseconds since 1970.
    ///
    /// The precision is only some milliseconds, because the kernel's coarse clock provides this time.
    package let changed: Int64

    package init(
        kind: Kind,
        mode: UInt32,
        owner: UInt32,
        group: UInt32,
        size: Int64,
        identity: Identity,
        changed: Int64 = 0
    ) {
        self.kind = kind
        self.mode = mode
        self.owner = owner
        self.group = group
        self.size = size
        self.identity = identity
        self.changed = changed
    }
}
