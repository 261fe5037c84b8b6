import JSONCore
import RPCCore

extension Client {
    /// Defines flags; `flags` is the value of `"flags"` in a document.
    func define(_ flags: String) throws {
        try call("flags.define", ["flags": try JSON.parse(flags)])
    }

    /// Returns the evaluation of a flag.
    func evaluate(_ key: String, _ context: JSON = [:]) throws(ClientError) -> JSON {
        try call("flags.evaluate", ["key": .string(key), "context": context])
    }

    /// Returns the changes in the next notification; empty if none arrives in time.
    func nextChanges(within limit: Duration = .seconds(60)) throws -> [JSON] {
        try nextNotification(within: limit)?.params["changes"]?.elements ?? []
    }
}
