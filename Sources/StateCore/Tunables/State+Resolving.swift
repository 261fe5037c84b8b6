import JSONCore
package import TunableEngine

extension State {
    /// The number of tunables outside worlds, without those whose key has the built-in prefix.
    package var tunableCount: Int { tunables.entries.count - tunables.builtInCount }

    /// Returns the tunable as it is outside every world, or nil if the key does not exist there.
    package func tunable(_ key: Span<UInt8>) -> StoredTunable? {
        tunables.entries.value(of: key) ?? BuiltInTunables.tunable(key)
    }

    /// Returns the tunable as it is outside every world, or nil if the key does not exist there.
    package func tunable(_ key: Key) -> StoredTunable? { tunable(key.text.utf8.span) }

    /// The number of keys that count against the limit.
    ///
    /// Built-in tunables do not count.
    var boundCount: Int { tunables.entries.count - tunables.knownBuiltIns }

    /// Returns the effective value of a key outside every world, and the revision of the commit that last changed it.
    package func resolved(_ key: Span<UInt8>) -> (resolution: Resolution, revision: Int64) {
        tunables.entries.withValue(of: key) { ($0.resolution, $0.revision) }
            ?? (BuiltInTunables.tunable(key)?.resolution ?? .nothing, 0)
    }

    /// Whether ``preload(_:)`` makes lookups of tunables faster.
    package var gainsFromPreloading: Bool { tunables.entries.gainsFromPreloading }

    /// Requests the memory that lookups of these tunables will read.
    package func preload(_ keys: borrowing ExpectedKeys) { tunables.entries.preload(keys) }

    /// Returns the effective value of a key in a world, or outside every world if `world` is nil.
    package func resolution(of key: Span<UInt8>, in world: World?) -> Resolution {
        let shared = tunable(key)
        guard let own = world?.values.value(of: key) else { return shared?.resolution ?? .nothing }
        return resolver.resolve(key, shared?.declaration, local: shared?.local?.value, world: own.value)
    }

    /// Returns the end of a value that comes from `origin`, in a world or outside every world if `world` is nil.
    ///
    /// Returns nil if the value is not temporary.
    package func end(of key: Span<UInt8>, _ origin: Origin, in world: World?) -> Moment? {
        switch origin {
        case .world: world?.values.value(of: key)?.ending?.time
        case .local: tunable(key)?.local?.ending?.time
        default: nil
        }
    }
}
