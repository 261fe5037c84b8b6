import StateCore
import TunerAPI

extension KillSwitchesRecord {
    /// Creates the record of all limits on keys.
    init(_ killSwitches: [Description.KillSwitch]) {
        self.init()
        isOn = !killSwitches.isEmpty
        by = killSwitches.map { KillSwitchRecord($0) }
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
