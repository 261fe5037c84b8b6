import StateCore
import TunableEngine
import TunerAPI

extension LeftKeyRecord {
    /// The record of a key that a mutation left as it was.
    init(_ left: LeftKey) {
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
