/// A place in a file of the store, as a person finds it.
package struct FileLocation: Hashable, Sendable {
    package let path: String
    /// From 1.
    package let line: Int
    package let offset: Int64
}
