package import TunableEngine

extension Key {
    /// Creates a key from the bytes of a map's entry, whatever the length limit is now.
    ///
    /// They need no error handling: they were validated before the entry was inserted.
    package init(known bytes: Span<UInt8>) {
        do {
            try self.init(bytes, limit: .max)
        } catch {
            preconditionFailure("a map of keys holds something else")
        }
    }
}
