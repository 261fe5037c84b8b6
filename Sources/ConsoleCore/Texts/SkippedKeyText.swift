import JSONCore
package import TunerAPI

/// Sentences about keys whose values a call left unchanged.
package enum SkippedKeyText {
    /// Returns the reason for which a key kept its value.
    package static func sentence(about skipped: SkippedKeyRecord) -> String {
        let key = skipped.key.shown
        return switch (skipped.reason, skipped.layer) {
        case (_, let layer?): "\(key) is locked by the layer \(layer.shown) and keeps its value"
        case ("invalid", _): "\(key) keeps its value: its declaration or type does not allow the new value"
        case ("undeclared", _): "\(key) keeps its value: it is not declared, and tunerd runs with --strict"
        case ("secret", _): "\(key) is secret and keeps its value"
        default: "\(key) is declared read-only and keeps its value"
        }
    }
}
