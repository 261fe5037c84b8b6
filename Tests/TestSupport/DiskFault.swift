package import SystemCore

/// What happens to an operation instead of what was asked.
package enum DiskFault: Hashable, Sendable {
    /// It does nothing and says so.
    ///
    /// A sync of a file that fails leaves what it should have saved in doubt for ever: the kernel does not try again,
    /// and a later success says nothing of it.
    case fail(Errno)
    /// A transfer moves at most so many bytes, at least one.
    case short(Int)
    /// The power goes while it runs: it may have happened, in part or not at all, and nothing runs after it.
    case crash
}
