import JSONCore
import TunableEngine

/// The reason why a value is not stored; the state makes a ``StateRefusal`` of it, which names the nearest key.
enum WriteFault: Error {
    /// No client may write the key.
    case locked(SkippedKey.Reason)
    /// The key does not exist, and the write may not create it.
    case unknown
    /// The key is not declared, and the rules are strict.
    case undeclared
    case refused(StateRefusal)
}

extension StateRules {
    /// Returns the value to store for a key, or throws the reason why it is not stored.
    ///
    /// Every write of a value calls this function, also the fast path ``State/set(_:to:by:at:)``. So a new rule
    /// belongs here. `kind` returns the kind of the existing values of an undeclared key. `checkUnchanged` is called
    /// for options with `ifRevision`.
    @inline(__always)
    func checkedWrite(
        of value: JSON,
        to key: Key,
        _ declaration: TunableDeclaration?,
        _ resolver: Resolver,
        _ options: WriteOptions,
        exists: Bool,
        kind: () -> FreeKind?,
        checkUnchanged: () throws(StateRefusal) -> Void
    ) throws(WriteFault) -> JSON {
        if let reason = resolver.lock(of: key, declaration) {
            throw .locked(reason)
        }
        if !exists, !options.creates {
            throw .unknown
        }
        if isStrict, declaration == nil {
            throw .undeclared
        }
        do throws(StateRefusal) {
            if options.ifRevision != nil {
                try checkUnchanged()
            }
            try checkSize(of: value, for: .tunable(key), isNew: !exists)
            return try StateRules.accepted(value, for: key, declaration, clamps: options.clamps, kind: kind)
        } catch {
            throw .refused(error)
        }
    }

    /// Returns the value as a declaration stores it, or throws the refusal of a value that the declaration or the kind
    /// of the existing values forbids.
    @inline(__always)
    static func accepted(
        _ value: JSON,
        for key: Key,
        _ declaration: TunableDeclaration?,
        clamps: Bool = false,
        kind: () -> FreeKind?
    ) throws(StateRefusal) -> JSON {
        do throws(ValueFault) {
            if let declaration {
                return try clamps ? declaration.spec.clamped(value) : declaration.spec.accepted(value)
            }
            let given = FreeKind(of: value)
            guard let kind = kind() ?? given else { throw ValueFault(.null, in: value) }
            if kind != given, let fault = kind.fault(in: value) {
                throw fault
            }
            return value
        } catch {
            throw .value(key, error)
        }
    }
}
