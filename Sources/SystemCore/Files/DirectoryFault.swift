/// The reason why other users could change what is in a directory.
package enum DirectoryFault: Error, Hashable, Sendable {
    case isLink
    case isNotDirectory
    /// The directory belongs to a user who is neither the expected user nor root.
    case belongs(to: UInt32)
    /// The group or all users may write to the directory.
    case isWritable(mode: UInt32)
}

extension FileStatus {
    /// Returns the reason why users other than `user` and root could change what is in this directory; nil if they
    /// cannot.
    ///
    /// A directory with the sticky bit does not protect either: another user could create a file first.
    package func directoryFault(for user: UInt32) -> DirectoryFault? {
        switch kind {
        case .symbolicLink: .isLink
        case .regular, .socket, .other: .isNotDirectory
        case .directory where owner != user && owner != 0: .belongs(to: owner)
        case .directory where mode & 0o022 != 0: .isWritable(mode: mode)
        case .directory: nil
        }
    }
}
