import FlagEngine
import JSONCore
import StateCore
import TunableEngine

extension LayerLine {
    /// The layer as it is written down.
    init(_ layer: Layer) {
        self.init()
        name = layer.name
        version = layer.version
        timeToLive = layer.timeToLive
        source = layer.source
        locks = layer.locks.texts
        isKillSwitch = layer.isKillSwitch
        schema = layer.schema
        flags.entries = layer.flags.definitions.map { ($0.key.text, $0.definition) }
        layer.values.forEachInOrder { key, value in
            values.entries.append((Key(known: key).text, copy value))
        }
    }

    /// The layer that was written down.
    func layer() throws(CodingFault) -> Layer {
        var map = KeyMap<JSON>()
        for (key, value) in values.entries {
            _ = map.insert(value, for: try Key(stored: key).text.utf8.span)
        }
        var definitions = FlagSet()
        for (key, definition) in flags.entries {
            definitions.insert(try FlagDefinition.stored(definition, of: try FlagKey(stored: key)))
        }
        return Layer(
            name: name,
            values: map,
            flags: definitions,
            schema: schema,
            locks: try KeyPatterns(stored: locks),
            isKillSwitch: isKillSwitch,
            version: version,
            timeToLive: timeToLive,
            source: source
        )
    }
}

extension LimitLine {
    /// The limit as it is written down.
    init(_ limit: ManualLimit) {
        self.init()
        match = limit.patterns.texts
        reason = limit.reason
    }

    /// The limit that was written down.
    func limit() throws(CodingFault) -> ManualLimit {
        ManualLimit(patterns: try KeyPatterns(stored: match), reason: reason)
    }
}
