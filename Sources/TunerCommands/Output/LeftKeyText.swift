import JSONCore
import TunerAPI

/// Sentences about keys that a call left as they were.
enum LeftKeyText {
    /// Says why a key kept its value.
    static func sentence(about left: LeftKeyRecord) -> String {
        let key = left.key.shown
        return switch (left.reason, left.layer) {
        case (_, let layer?): "\(key) is locked by the layer \(layer.shown) and keeps its value"
        case ("invalid", _): "\(key) is left as it is: its declaration or type does not allow the value"
        case ("undeclared", _): "\(key) is left as it is: it is not declared, and tunerd runs with --strict"
        default: "\(key) is declared read-only and keeps its value"
        }
    }

    /// The lines for standard error about all keys that a result names.
    static func lines(_ left: [LeftKeyRecord]) -> String {
        left.map { "tunerctl: \(sentence(about: $0))\n" }.joined()
    }
}
