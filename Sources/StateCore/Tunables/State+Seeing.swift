import JSONCore
package import TunableEngine

extension State {
    /// How many keys all share, built-in ones left out.
    package var tunableCount: Int { tunables.entries.count - tunables.builtInCount }

    /// What all share of a key.
    package func tunable(_ key: Span<UInt8>) -> StoredTunable? {
        tunables.entries.value(of: key) ?? BuiltInTunables.tunable(key)
    }

    /// What all share of a key.
    package func tunable(_ key: Key) -> StoredTunable? { tunable(key.text.utf8.span) }

    /// How many keys count against the limit: built-in ones are there for nothing.
    var boundCount: Int { tunables.entries.count - tunables.knownBuiltIns }

    /// A key's value as everybody sees it who is in no world, and the commit that last changed it.
    package func seen(_ key: Span<UInt8>) -> (resolution: Resolution, revision: Int64) {
        tunables.entries.withValue(of: key) { ($0.resolution, $0.revision) }
            ?? (BuiltInTunables.tunable(key)?.resolution ?? .nothing, 0)
    }

    /// The value of a key as the members of a world see it, or everybody who is in none.
    package func seen(_ key: Span<UInt8>, in world: World?) -> Resolution {
        let shared = tunable(key)
        guard let own = world?.values.value(of: key) else { return shared?.resolution ?? .nothing }
        return resolver.resolve(key, shared?.declaration, local: shared?.local?.value, world: own.value)
    }
}
