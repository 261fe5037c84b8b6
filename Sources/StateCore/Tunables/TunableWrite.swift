import JSONCore
import TunableEngine

/// A write to one tunable: its inputs, and the result after ``result(for:_:)``.
struct TunableWrite: ~Copyable {
    /// The new revision of the tunable if the write changes the effective value.
    let revision: Int64
    /// Whether the tunable gets ``revision`` even if its value does not change.
    var isExact = false
    var declaration: TunableDeclaration?
    var value: JSON?
    /// The end of the local value; nil if the value has no end.
    var ending: LocalValue.Ending?
    /// Whether the local value was already validated against the declaration.
    var isAccepted = false
    var old: StoredTunable?
    /// The effective value outside every world after the write.
    var resolution = Resolution.nothing
    /// Whether the write changes the effective value outside every world.
    var hasChanged = false

    /// The end of the new effective value; nil if it is not temporary.
    var end: Moment? { resolution.origin == .local ? ending?.time : nil }

    var local: LocalValue? {
        get { value.map { LocalValue($0, ending: ending) } }
        set { (value, ending) = (newValue?.value, newValue?.ending) }
    }

    /// Sets the declaration of a key; a built-in key keeps its own.
    ///
    /// Clients cannot declare a built-in key, but a journal or a snapshot may be older than the built-in key.
    mutating func declare(_ declaration: TunableDeclaration?, of key: Span<UInt8>) {
        self.declaration = BuiltInTunables.tunable(key)?.declaration ?? declaration
    }

    /// Computes and returns the new tunable; nil if nothing is left of it.
    ///
    /// Live writes, replay and recovery share this function. No other code decides what follows from a write.
    @inline(__always)
    mutating func result(for key: Span<UInt8>, _ resolver: Resolver) -> StoredTunable? {
        resolution = resolver.resolve(key, declaration, local: value, isAccepted: isAccepted, world: nil)
        hasChanged = resolution.value.differs(from: old?.value)
        guard declaration != nil || value != nil || resolution.value != nil else { return nil }
        let isPlain = resolution.origin == .local && declaration == nil && ending == nil
        return StoredTunable(
            value: resolution.value,
            revision: hasChanged || isExact ? revision : old?.revision ?? 0,
            detail: isPlain ? nil : TunableDetail(declaration: declaration, local: local, origin: resolution.origin)
        )
    }
}

extension JSON? {
    /// Returns whether the values differ.
    ///
    /// The operator `!=` would call the comparison through a witness table.
    @inline(__always)
    func differs(from other: JSON?) -> Bool {
        guard let self, let other else { return self != nil || other != nil }
        return !(self == other)
    }
}
