package import SystemCore

/// A fault that replaces or limits an operation.
package enum DiskFault: Hashable, Sendable {
    /// The operation changes nothing and throws the error.
    ///
    /// If a sync of a file fails, the unsynced changes are never certain to be durable. The kernel does not write them
    /// again, and a later sync succeeds without them.
    case fail(Errno)
    /// A transfer moves at most this many bytes, but at least one.
    case short(Int)
    /// The power fails during the operation.
    ///
    /// The operation may be complete, partial or absent on the disk. All later operations fail.
    case crash
}
