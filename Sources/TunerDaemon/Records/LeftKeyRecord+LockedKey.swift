import StateCore
import TunableEngine
import TunerAPI

extension LeftKeyRecord {
    /// The record of a key that a mutation left as it was.
    init(_ locked: LockedKey) {
        self.init()
        key = locked.key.text
        reason = locked.layer == nil ? LeftKeyRecord.readOnly : LeftKeyRecord.locked
        layer = locked.layer
    }
}
