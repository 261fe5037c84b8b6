import FlagEngine
import JSONCore
import RPCCore
import StateCore
import TunableEngine
import TunerAPI

extension Layer {
    /// Returns the values in one message of a call.
    static func entries(_ content: LayerContent) throws(RPCError) -> [Mutation.Entry] {
        try content.values.members.map { (member) throws(RPCError) in
            Mutation.Entry(try Key(parameter: "values", member.name), member.value)
        }
    }

    /// Creates the layer of a call, with the values of all its messages.
    convenience init(_ content: LayerContent, _ entries: [Mutation.Entry]) throws(RPCError) {
        if let seconds = content.timeToLive, seconds < 0 {
            throw RPCError(parameter: "ttl", "ttl must be at least 0, got \(seconds)")
        }
        var values = KeyMap<JSON>()
        for entry in entries {
            values.insert(entry.value, for: entry.key)
        }
        self.init(
            name: content.name,
            values: values,
            flags: try Layer.flags(of: content),
            schema: content.schema,
            locks: try content.locks?.patterns(parameter: "locks") ?? KeyPatterns(patterns: []),
            isKillSwitch: content.isKillSwitch,
            version: content.version,
            timeToLive: content.timeToLive,
            source: content.source
        )
    }
}

extension Layer {
    private static func flags(of content: LayerContent) throws(RPCError) -> FlagSet {
        do throws(FlagFaults) {
            return try FlagDocument(
                flags: content.flags ?? SourcedObject(),
                evaluators: content.evaluators,
                metadata: content.metadata
            ).read()
        } catch {
            throw RPCError(error)
        }
    }
}

/// The rules for the names of layers.
enum LayerName {
    /// Returns `text` if it is a valid layer name: a key, or a prefix, `:` and a key.
    ///
    /// Throws otherwise.
    static func checked(_ text: String) throws(RPCError) -> String {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        for part in parts {
            if let fault = Key.fault(in: String(part).utf8.span) {
                throw RPCError(parameter: "name", "name: \(fault.sentence(aboutName: String(part), of: "layer"))")
            }
        }
        return text
    }
}
