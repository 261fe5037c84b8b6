/// Which of the things that no sync has promised a disk holds after a crash.
package enum CrashOutcome: Hashable, Sendable {
    case onlyWhatWasSynced
    case everything
    /// Any of it, sector by sector and name by name.
    case mixed(seed: UInt64)
}
