package import FlagEngine
import JSONCore

extension FlagKey {
    /// A key of a map: it was one when it was put there.
    package init(known bytes: Span<UInt8>) {
        do {
            try self.init(unsafe String(copying: UTF8Span(unchecked: bytes)))
        } catch {
            preconditionFailure("a map of flags holds something else")
        }
    }
}
