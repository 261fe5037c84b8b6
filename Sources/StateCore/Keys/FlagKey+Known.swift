package import FlagEngine
import JSONCore

extension FlagKey {
    /// Creates a key from the bytes of a map's entry.
    ///
    /// They need no error handling: they were validated before the entry was inserted.
    package init(known bytes: Span<UInt8>) {
        do {
            try self.init(unsafe String(copying: UTF8Span(unchecked: bytes)))
        } catch {
            preconditionFailure("a map of flags holds something else")
        }
    }
}
