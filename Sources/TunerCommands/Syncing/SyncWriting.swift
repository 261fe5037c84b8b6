import JSONCore
import TunerAPI

/// The requests that store the file's values in the daemon.
enum SyncWriting {
    /// Stores values, all or none, except for values that a layer or a default already gives.
    ///
    /// So a file does not override values that it did not change. Returns the locked keys, which keep their values. In
    /// a world, all values are stored, and a locked key is an error.
    static func store(
        _ values: JSONObject,
        unlessChangedAfter revision: Int64?,
        on connection: DaemonConnection
    ) throws(Failure) -> [SkippedKeyRecord] {
        guard !DaemonEndpoint.isInWorld else {
            var parameters = UpdateParameters()
            parameters.values = values
            _ = try connection.callInPieces(API.Tunables.update, parameters)
            return []
        }
        var parameters = ImportParameters()
        parameters.values = values
        parameters.ifRevision = revision
        return try connection.callInPieces(API.Tunables.importing, parameters).result.skipped ?? []
    }

    /// Resets keys in one commit; returns the locked keys, which keep their values.
    static func reset(_ keys: [String], on connection: DaemonConnection) throws(Failure) -> [SkippedKeyRecord] {
        guard !keys.isEmpty else { return [] }
        var parameters = ResetAllParameters()
        parameters.match = PatternList(keys)
        return try connection.call(API.Tunables.resetAll, parameters).result.skipped ?? []
    }
}
