import JSONCore
import TunerAPI

extension DaemonConnection {
    /// Returns whether a key is declared secret; false if the daemon does not respond.
    ///
    /// It is for an error message, so a failure must not replace the error.
    func isSecret(_ key: String) -> Bool {
        (try? call(plainly: API.Tunables.describe, ["key": .string(key)]))?["secret"] == true
    }
}
