/// The options for opening a file.
///
/// There is no option to append: on Linux, it would make positioned writes ignore their position.
package struct OpenOptions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates the union of options.
    ///
    /// The general initializer would look up types at each start.
    package init(arrayLiteral options: OpenOptions...) {
        rawValue = options.reduce(0) { $0 | $1.rawValue }
    }

    package static let read = OpenOptions(rawValue: 1 << 0)
    package static let write = OpenOptions(rawValue: 1 << 1)
    /// Creates the file if it does not exist.
    package static let create = OpenOptions(rawValue: 1 << 2)
    /// With `create`: throws EEXIST if the path exists, even as a symbolic link.
    package static let exclusive = OpenOptions(rawValue: 1 << 3)
    package static let truncate = OpenOptions(rawValue: 1 << 4)
    /// Throws ELOOP if the last component of the path is a symbolic link.
    package static let noFollow = OpenOptions(rawValue: 1 << 5)
    /// Throws EISDIR or ENXIO if the path is not a regular file.
    ///
    /// Opening a pipe without this option could block.
    package static let regular = OpenOptions(rawValue: 1 << 6)
}
