import JSONCore
import TunableEngine

/// A write to one tunable: what it stores, then also what followed from that.
struct TunableWrite: ~Copyable {
    /// The tunable's revision after a write that changes the value that everybody sees.
    let revision: Int64
    /// Whether the tunable has that revision in any case.
    var isExact = false
    var declaration: Declaration?
    /// The local value.
    var value: JSON?
    /// The end of the local value.
    var override: LocalValue.Override?
    /// Whether the declaration is known to accept the local value.
    var isAccepted = false
    /// The tunable before the write.
    var old: StoredTunable?
    /// The value that everybody sees after the write.
    var resolution = Resolution.nothing
    /// Whether everybody sees another value than before.
    var hasChanged = false

    var local: LocalValue? {
        get { value.map { LocalValue($0, override: override) } }
        set { (value, override) = (newValue?.value, newValue?.override) }
    }

    /// Returns the tunable that follows from what is stored: its value and its revision.
    ///
    /// Live writes, replay and recovery share this. No other code decides what follows from a write.
    @inline(__always)
    mutating func result(for key: Span<UInt8>, _ resolver: Resolver) -> StoredTunable? {
        resolution = resolver.resolve(key, declaration, local: value, isAccepted: isAccepted, world: nil)
        hasChanged = resolution.value.differs(from: old?.value)
        guard declaration != nil || value != nil || resolution.value != nil else { return nil }
        let isPlain = resolution.origin == .local && declaration == nil && override == nil
        return StoredTunable(
            value: resolution.value,
            revision: hasChanged || isExact ? revision : old?.revision ?? 0,
            detail: isPlain ? nil : TunableDetail(declaration: declaration, local: local, origin: resolution.origin)
        )
    }
}

extension JSON? {
    /// Whether the values differ: `!=` would call the comparison through a table.
    @inline(__always)
    func differs(from other: JSON?) -> Bool {
        guard let self, let other else { return self != nil || other != nil }
        return !(self == other)
    }
}
