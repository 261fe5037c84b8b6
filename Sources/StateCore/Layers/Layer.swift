package import FlagEngine
package import JSONCore
package import TunableEngine

/// A named set of values and flags that arrives whole and stays until the next whole one.
package final class Layer: Sendable {
    /// Its name; those of presets begin with `preset:`.
    package let name: String
    /// The values by key, as they came.
    package let values: KeyMap<JSON>
    /// The flags that it defines.
    package let flags: FlagSet
    /// What its own values had to be.
    package let schema: JSONObject?
    /// Keys whose values here win over everything while the layer is active.
    package let locks: KeyPatterns
    /// Whether the tunables it has values for and the flags it defines are limited while it is active.
    package let isKillSwitch: Bool
    /// Says which edition of its source it is.
    package let version: String?
    /// After how many seconds it counts as stale.
    package let timeToLive: Int64?
    /// Where it comes from, for people.
    package let source: String?

    /// Makes a layer of what was put.
    package init(
        name: String,
        values: KeyMap<JSON>,
        flags: FlagSet = FlagSet(),
        schema: JSONObject? = nil,
        locks: KeyPatterns = KeyPatterns(patterns: []),
        isKillSwitch: Bool = false,
        version: String? = nil,
        timeToLive: Int64? = nil,
        source: String? = nil
    ) {
        self.name = name
        self.values = values
        self.flags = flags
        self.schema = schema
        self.locks = locks
        self.isKillSwitch = isKillSwitch
        self.version = version
        self.timeToLive = timeToLive
        self.source = source
    }

    /// Hands over the values whose keys come behind one, by the keys' bytes, until `body` answers `false`.
    package func visitValues<Failure: Error>(
        after key: Key?,
        _ body: (Span<UInt8>, borrowing JSON) throws(Failure) -> Bool
    ) throws(Failure) {
        try values.visit(withPrefix: "", after: key, body)
    }

    /// The layer's own value where it has locked the key.
    func locked(_ key: Span<UInt8>) -> JSON? {
        guard locks.matches(key) else { return nil }
        return values.value(of: key)
    }

    /// Whether both were put with the same content.
    func hasSameContent(as other: Layer) -> Bool {
        name == other.name && schema == other.schema && locks == other.locks && isKillSwitch == other.isKillSwitch
            && version == other.version && timeToLive == other.timeToLive && source == other.source
            && values.isEqual(to: other.values) && flags == other.flags
    }
}
