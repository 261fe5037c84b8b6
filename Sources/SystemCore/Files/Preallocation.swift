/// Whether the file system could set blocks aside.
package enum Preallocation: Hashable, Sendable {
    /// The blocks are there and read as zeros; the size includes them.
    case done
    /// It never can, here.
    ///
    /// Nothing changed.
    case notSupported
}
