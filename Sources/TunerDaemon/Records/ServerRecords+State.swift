import StateCore
import TunerAPI

extension LimitedRecord {
    /// Who limits keys, as clients read it.
    init(_ limits: [Description.Limit]) {
        self.init()
        isOn = !limits.isEmpty
        by = limits.map { LimitRecord($0) }
    }
}

extension StorageRecord {
    /// What is wrong with the disk, as clients read it.
    init(_ trouble: String?) {
        self.init()
        isOK = trouble == nil
        error = trouble
    }
}
