extension FileStatus.Kind {
    /// A noun phrase for use in a sentence.
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
