package import FlagEngine
package import JSONCore
package import TunableEngine

/// A named set of values and flags that is always put as a whole.
package final class Layer: Sendable {
    /// The name; the names of presets begin with `preset:`.
    package let name: String
    /// The values by key, as the client sent them: they may break a declaration.
    package let values: KeyMap<JSON>
    package let flags: FlagSet
    /// The JSON Schema that the layer's values had to satisfy when the layer was put.
    package let schema: JSONObject?
    /// The keys whose values in this layer win over all other values while the layer is active.
    package let locks: KeyPatterns
    /// Whether the active layer limits the tunables that it has values for and the flags that it defines.
    package let isKillSwitch: Bool
    /// The version of the layer's source, as the client sent it.
    package let version: String?
    /// How many seconds after its last put the layer becomes stale; nil if it never does.
    package let timeToLive: Int64?
    /// A description of the layer's source for users.
    package let source: String?
    /// The end of the layer; nil if it is not temporary.
    package let ending: Ending?

    /// The end of a temporary layer.
    package struct Ending: Equatable, Sendable {
        package let time: Moment
        /// The lasting layer from before the first of consecutive temporary layers of the name.
        ///
        /// It is restored at the end. If it is nil, the layer is then removed.
        package let before: Layer?
        /// The pending try that the end belongs to; nil if it is the end of one change.
        package let tryID: Int64?

        package init(time: Moment, before: Layer?, tryID: Int64? = nil) {
            self.time = time
            self.before = before
            self.tryID = tryID
        }
    }

    package init(
        name: String,
        values: KeyMap<JSON>,
        flags: FlagSet = FlagSet(),
        schema: JSONObject? = nil,
        locks: KeyPatterns = KeyPatterns(patterns: []),
        isKillSwitch: Bool = false,
        version: String? = nil,
        timeToLive: Int64? = nil,
        source: String? = nil,
        ending: Ending? = nil
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
        self.ending = ending
    }

    /// Returns a layer with this content, and with an end or without one.
    func with(_ ending: Ending?) -> Layer {
        Layer(
            name: name,
            values: values,
            flags: flags,
            schema: schema,
            locks: locks,
            isKillSwitch: isKillSwitch,
            version: version,
            timeToLive: timeToLive,
            source: source,
            ending: ending
        )
    }

    /// Returns the lasting layer: the one that a temporary layer will restore, or else the layer itself.
    static func lasting(_ layer: Layer?) -> Layer? {
        guard let layer else { return nil }
        return layer.ending.map(\.before) ?? layer
    }

    /// Calls `body` with the values after `key` in byte order, until `body` returns false.
    package func visitValues<Failure: Error>(
        after key: Key?,
        _ body: (Span<UInt8>, borrowing JSON) throws(Failure) -> Bool
    ) throws(Failure) {
        try values.visit(withPrefix: "", after: key, body)
    }

    /// Returns the layer's value of a key that it locks; nil if it does not lock the key or has no value.
    func locked(_ key: Span<UInt8>) -> JSON? {
        guard locks.matches(key) else { return nil }
        return values.value(of: key)
    }

    /// Returns whether both layers were put with equal content.
    func hasSameContent(as other: Layer) -> Bool {
        name == other.name && schema == other.schema && locks == other.locks && isKillSwitch == other.isKillSwitch
            && version == other.version && timeToLive == other.timeToLive && source == other.source
            && values.isEqual(to: other.values) && flags == other.flags
    }
}
