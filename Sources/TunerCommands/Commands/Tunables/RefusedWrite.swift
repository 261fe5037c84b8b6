import ConsoleCore
import JSONCore
import RPCCore
import TunerAPI

/// A write that the daemon refused, for messages that need other requests.
struct RefusedWrite {
    /// The number of faults that cause further requests.
    private static let longest = 10

    private let error: RemoteError
    private let connection: DaemonConnection

    init(_ error: RemoteError, on connection: DaemonConnection) {
        self.error = error
        self.connection = connection
    }

    /// Performs a write, and throws its refusal with the values that locks protect and with advice about flags.
    static func explaining<Result>(
        on connection: DaemonConnection,
        typed values: JSONObject = JSONObject(),
        _ write: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(Failure) {
            return try write()
        } catch .refused(let error) {
            throw .refused(RefusedWrite(error, on: connection).explained(typed: values))
        }
    }

    /// Returns the refusal with the value of each key that a layer locks, and with the command for each key that is the
    /// key of a flag.
    func explained(typed values: JSONObject) -> RemoteError {
        var sentences: [String: String] = [:]
        for fault in (error.data["faults"]?.elements ?? [error.data]).prefix(RefusedWrite.longest) {
            guard let key = fault["key"]?.text, let remark = remark(on: fault, key, values[key]) else { continue }
            sentences[key] = (fault["message"]?.text ?? error.message) + remark
        }
        return error.with(sentences)
    }

    private func remark(on fault: JSON, _ key: String, _ typed: JSON?) -> String? {
        switch fault["kind"]?.text {
        case ErrorKind.readOnly.rawValue where fault["layer"] != nil:
            let value = try? connection.call(plainly: API.Tunables.describe, ["key": .string(key)])["value"]
            return value.map { "; its value is \(ValueText.line($0))" }
        case ErrorKind.typeMismatch.rawValue where fault["secret"] != true:
            guard let typed, let variants = connection.variants(ofFlag: key) else { return nil }
            return FlagAdvice.sentenceEnd(key, typed, variants: variants)
        default: return nil
        }
    }
}
