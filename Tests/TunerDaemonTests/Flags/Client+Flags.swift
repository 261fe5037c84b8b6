import JSONCore
import RPCCore

extension Client {
    /// Defines flags by what stands in a document behind `"flags":`.
    func define(_ flags: String) throws {
        try ask("flags.define", ["flags": try JSON.parse(flags)])
    }

    /// What a flag comes to.
    func evaluate(_ key: String, _ context: JSON = [:]) throws(ClientError) -> JSON {
        try ask("flags.evaluate", ["key": .string(key), "context": context])
    }

    /// The changes of the next notification; none where none comes.
    func nextChanges(within limit: Duration = .seconds(60)) throws -> [JSON] {
        try nextNotification(within: limit)?.params["changes"]?.elements ?? []
    }
}
