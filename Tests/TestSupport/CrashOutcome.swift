/// Which of the changes that no sync has made durable a disk contains after a crash.
package enum CrashOutcome: Hashable, Sendable {
    case onlySynced
    case everything
    /// An arbitrary part of the changes, chosen for each sector and each name.
    case mixed(seed: UInt64)
}
