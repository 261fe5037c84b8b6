/// Why a folder is no place for what only its user may change.
package enum FolderFault: Error, Hashable, Sendable {
    case isLink
    case isNoFolder
    /// Of a user who is neither the one it should be nor root.
    case belongs(to: UInt32)
    /// Its group or everyone may change what is in it.
    case isWritable(mode: UInt32)
}

extension FileStatus {
    /// What lets others than a user and root change what is in this folder; none where nothing does.
    ///
    /// A sticky folder is one that others can write to: they could be there first.
    package func folderFault(for user: UInt32) -> FolderFault? {
        switch kind {
        case .symbolicLink: .isLink
        case .regular, .socket, .other: .isNoFolder
        case .directory where owner != user && owner != 0: .belongs(to: owner)
        case .directory where mode & 0o022 != 0: .isWritable(mode: mode)
        case .directory: nil
        }
    }
}
