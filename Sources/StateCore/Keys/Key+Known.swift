package import TunableEngine

extension Key {
    /// A key of a map: it was one when it was put there, whatever the limit is today.
    package init(known bytes: Span<UInt8>) {
        do {
            try self.init(bytes, limit: .max)
        } catch {
            preconditionFailure("a map of keys holds something else")
        }
    }
}
