internal import JSONCore

/// What a recovery did beside reading.
package enum RecoveryNote: Hashable, Sendable {
    /// The end of the last journal was not written to its end, and nobody was told that it was.
    case tornEnd(FileLocation, bytes: Int64)
    /// A damaged file was given another name.
    case putAside(path: String, as: String)
    /// These batches are lost: they were among what is damaged.
    case lost(path: String, first: Int, last: Int)
    /// Something that a crash had left unfinished was removed.
    case removed(path: String)
}

extension RecoveryNote: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tornEnd(let place, let bytes):
            "\(place.path.shownWhole) ends in line \(place.line) with \(bytes) bytes of a batch that was not finished; "
                + "they are left out"
        case .putAside(let path, let other): "\(path.shownWhole) is damaged and is now called \(other.shownWhole)"
        case .lost(let path, let first, let last):
            first == last
                ? "batch \(first) is lost from \(path.shownWhole)"
                : "the batches \(first) to \(last) are lost from \(path.shownWhole)"
        case .removed(let path): "\(path.shownWhole) was left over and is removed"
        }
    }
}
