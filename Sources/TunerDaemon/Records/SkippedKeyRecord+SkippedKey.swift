import StateCore
import TunableEngine
import TunerAPI

extension SkippedKeyRecord {
    /// Creates the record of a key that a mutation did not change.
    init(_ skipped: SkippedKey) {
        self.init()
        key = skipped.key.text
        layer = skipped.layer
        reason =
            switch skipped.reason {
            case .readOnly: "readOnly"
            case .locked: "locked"
            case .invalid: "invalid"
            case .undeclared: "undeclared"
            case .secret: "secret"
            }
    }
}
