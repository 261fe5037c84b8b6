import StateCore
import TunerAPI

extension LimitedRecord {
    /// Creates the record of all limits on keys.
    init(_ limits: [Description.Limit]) {
        self.init()
        isOn = !limits.isEmpty
        by = limits.map { LimitRecord($0) }
    }
}

extension StorageRecord {
    /// Creates the record of the disk's condition; nil means that the disk takes writes.
    init(_ trouble: String?) {
        self.init()
        isOK = trouble == nil
        error = trouble
    }
}
