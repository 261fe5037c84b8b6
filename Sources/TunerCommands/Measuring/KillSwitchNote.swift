import TunerAPI

/// What the user of values in a world has to know about a kill switch.
enum KillSwitchNote {
    /// Returns a sentence if a kill switch is on; nil otherwise.
    static func sentence(_ connection: DaemonConnection) throws(Failure) -> String? {
        guard try connection.call(API.Server.info).result.limited.isOn else { return nil }
        return "a kill switch is on: the keys that it limits have their defaults, also in worlds"
    }
}
