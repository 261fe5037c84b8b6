import JSONCore
import TunerAPI

/// Sentences about keys that nobody may write.
enum LeftKeyText {
    /// Says why a key kept its value.
    static func sentence(about left: LeftKeyRecord) -> String {
        switch left.layer {
        case let layer?: "\(left.key.shown) is locked by the layer \(layer.shown) and keeps its value"
        case nil: "\(left.key.shown) is declared read-only and keeps its value"
        }
    }

    /// The lines for standard error about all keys that a result names.
    static func lines(_ left: [LeftKeyRecord]) -> String {
        left.map { "tunerctl: \(sentence(about: $0))\n" }.joined()
    }
}
