internal import JSONCore

/// A change that recovery made or a loss that it found, for the log.
package enum RecoveryNote: Hashable, Sendable {
    /// The last journal ended with an unfinished batch that was not known to be on disk.
    case tornEnd(FileLocation, bytes: Int64)
    /// A damaged file was renamed or copied to another name.
    case putAside(path: String, as: String)
    /// These batches were damaged and are lost.
    case lost(path: String, first: Int, last: Int)
    /// A file that a crash left over, or that a snapshot replaced, was removed.
    case removed(path: String)
}

extension RecoveryNote: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tornEnd(let location, let bytes):
            "\(location.path.shownWhole) ends in line \(location.line) with \(bytes) bytes of an incomplete batch; "
                + "the daemon ignores them"
        case .putAside(let path, let other): "\(path.shownWhole) is damaged and was renamed to \(other.shownWhole)"
        case .lost(let path, let first, let last):
            first == last
                ? "batch \(first) is lost from \(path.shownWhole)"
                : "the batches \(first) to \(last) are lost from \(path.shownWhole)"
        case .removed(let path): "\(path.shownWhole) was left over and was removed"
        }
    }
}
