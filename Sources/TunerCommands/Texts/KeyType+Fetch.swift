import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

extension KeyType {
    /// Requests the type from the daemon; for an unknown key, returns the daemon's error.
    static func fetch(of key: String, _ connection: DaemonConnection) throws(Failure) -> Result<KeyType, RemoteError> {
        do throws(Failure) {
            let description = try connection.call(plainly: API.Tunables.describe, ["key": .string(key)])
            return .success(KeyType(describedBy: description))
        } catch .refused(let error) where error.kind == ErrorKind.unknownKey.rawValue {
            return .failure(error)
        }
    }
}
