import JSONCore
import TunableEngine

extension Spec {
    /// Creates a spec from JSON text.
    init(text: String) throws {
        try self.init(JSON.parse(text))
    }
}
