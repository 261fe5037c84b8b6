package import SystemCore

extension DirectoryFault {
    /// The end of a sentence that begins with the path of the directory.
    package var reason: String {
        switch self {
        case .isLink: "is a symbolic link"
        case .isNotDirectory: "is not a directory"
        case .belongs(let user): "belongs to user \(user)"
        case .isWritable(let mode): "can be written to by other users (mode 0\(String(mode, radix: 8)))"
        }
    }
}
