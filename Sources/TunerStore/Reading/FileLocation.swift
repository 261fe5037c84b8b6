/// A position in a file of the store, for messages.
package struct FileLocation: Hashable, Sendable {
    package let path: String
    /// The number of the line, from 1.
    package let line: Int
    package let offset: Int64
}
