import JSONCore
import TestSupport

extension Conformance {
    /// Returns the value of a file.
    static func json(_ suite: String, _ name: String) throws -> JSON {
        let bytes = try bytes(suite, name)
        return try JSON.parse(bytes.span)
    }
}
