import StateCore
import TunableEngine
import TunerAPI

extension SkippedKeyRecord {
    /// Creates the record of a key that a mutation did not change.
    init(_ left: SkippedKey) {
        self.init()
        key = left.key.text
        layer = left.layer
        reason =
            switch left.reason {
            case .readOnly: "readOnly"
            case .locked: "locked"
            case .invalid: "invalid"
            case .undeclared: "undeclared"
            }
    }
}
