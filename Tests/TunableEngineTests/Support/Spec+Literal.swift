import JSONCore
import TunableEngine

extension Spec {
    /// A spec written as JSON text.
    init(text: String) throws {
        try self.init(JSON.parse(text))
    }
}
