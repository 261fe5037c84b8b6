extension FileStatus.Kind {
    /// As a sentence names it.
    package var words: String {
        switch self {
        case .regular: "a file"
        case .directory: "a directory"
        case .symbolicLink: "a symbolic link"
        case .socket: "a socket"
        case .other: "a device or a pipe"
        }
    }
}
