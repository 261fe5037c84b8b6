import JSONCore
import TunerAPI

/// How what a file says is stored.
enum SyncWriting {
    /// Stores values, all or none, but for those that are what lies beneath: a file pins nothing that it did not change.
    ///
    /// A world has no values beneath that it could store otherwise.
    static func store(
        _ values: JSONObject,
        unlessChangedAfter revision: Int64?,
        on connection: DaemonConnection
    ) throws(Failure) {
        guard !Daemon.isInWorld else {
            var parameters = UpdateParameters()
            parameters.values = values
            _ = try connection.call(API.Tunables.update, parameters)
            return
        }
        var parameters = ImportParameters()
        parameters.values = values
        parameters.ifRevision = revision
        _ = try connection.call(API.Tunables.importing, parameters)
    }

    /// Takes values away, in one step that can be undone as one.
    static func reset(_ keys: [String], on connection: DaemonConnection) throws(Failure) {
        guard !keys.isEmpty else { return }
        var parameters = ResetAllParameters()
        parameters.match = PatternList(keys)
        _ = try connection.call(API.Tunables.resetAll, parameters)
    }
}
