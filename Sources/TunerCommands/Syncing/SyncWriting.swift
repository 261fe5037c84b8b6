import JSONCore
import TunerAPI

/// How what a file says is stored.
enum SyncWriting {
    /// Stores values, all or none, but for those that are what lies beneath: a file pins nothing that it did not change.
    ///
    /// Returns the locked keys, which keep their values. A world has no values beneath that it could store otherwise, and
    /// refuses locked keys.
    static func store(
        _ values: JSONObject,
        unlessChangedAfter revision: Int64?,
        on connection: DaemonConnection
    ) throws(Failure) -> [LeftKeyRecord] {
        guard !DaemonEndpoint.isInWorld else {
            var parameters = UpdateParameters()
            parameters.values = values
            _ = try connection.callInPieces(API.Tunables.update, parameters)
            return []
        }
        var parameters = ImportParameters()
        parameters.values = values
        parameters.ifRevision = revision
        return try connection.callInPieces(API.Tunables.importing, parameters).result.left ?? []
    }

    /// Takes values away, in one step that can be undone as one; returns the locked keys, which keep their values.
    static func reset(_ keys: [String], on connection: DaemonConnection) throws(Failure) -> [LeftKeyRecord] {
        guard !keys.isEmpty else { return [] }
        var parameters = ResetAllParameters()
        parameters.match = PatternList(keys)
        return try connection.call(API.Tunables.resetAll, parameters).result.left ?? []
    }
}
