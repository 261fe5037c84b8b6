/// How a file is opened.
///
/// There is no appending: on Linux it makes positioned writes ignore their position.
package struct OpenOptions: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Unites them; the general one looks up types as it goes, at each start.
    package init(arrayLiteral options: OpenOptions...) {
        rawValue = options.reduce(0) { $0 | $1.rawValue }
    }

    package static let read = OpenOptions(rawValue: 1 << 0)
    package static let write = OpenOptions(rawValue: 1 << 1)
    /// Makes the file when there is none.
    package static let create = OpenOptions(rawValue: 1 << 2)
    /// With `create`: fails when there is one (EEXIST), a link too.
    package static let exclusive = OpenOptions(rawValue: 1 << 3)
    package static let truncate = OpenOptions(rawValue: 1 << 4)
    /// Fails when the last part of the path is a symbolic link (ELOOP).
    package static let noFollow = OpenOptions(rawValue: 1 << 5)
    /// Fails at once when the path is no regular file (EISDIR, or ENXIO), where a pipe would wait for its other end.
    package static let regular = OpenOptions(rawValue: 1 << 6)
}
