/// A feature flag that the program declares, and the daemon evaluates for a context.
///
/// ```swift
/// @MainActor final class Features {
///     @Flag("ui.DarkMode", default: false) var darkMode: Bool
///     @Flag("checkout.flow", default: "classic", context: ["plan": "pro"]) var flow: String
/// }
/// ```
///
/// The program declares its flags when it connects, so `tunerctl flag on checkout.beta` works at once. The daemon keeps the
/// declaration. A definition in the daemon, in a layer or in a file of flags wins over the declaration.
///
/// The declaration has the type of `Value` and the default. The cases of a `CaseIterable` enumeration are the variants.
/// An optional flag with the default nil is declared only if its type is `Bool` or an enumeration. A flag of arrays
/// cannot be declared. If two declarations of one key differ, the daemon receives the first one, and the tuner reports
/// `TunerFault.declaredTwice`.
///
/// Until the daemon has evaluated the flag, its value is the default, or the value in `TunerOptions.valuesFile`. After
/// that the value follows the daemon: a changed targeting rule, an override, a kill switch. The value is also the
/// default when the flag is off, has no value, or has a value of another type.
///
/// A flag is evaluated in the context of its tuner, merged with its own context. Both can change at any time: see
/// `Tuner.context` and `Flag.context`.
///
/// A declaration stays until the tuner ends. Declare a flag with one context, or a few. Do not declare one for each user
/// of a server.
@safe
@propertyWrapper
public struct Flag<Value: Codable & Sendable>: Sendable {
    /// The cell, unowned because retaining it for each read would cost more than the read.
    ///
    /// The cell lives as long as the tuner of the origin.
    @usableFromInline let unownedCell: Unmanaged<Cell<Value>>
    @usableFromInline let origin: DeclarationOrigin<Value>

    /// Declares a flag and subscribes to its value.
    ///
    /// ```swift
    /// let beta = Flag("app.beta", default: false, description: "Show the new menu.", context: ["country": "NZ"])
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the flag in the daemon.
    ///   - fallback: The value while the daemon gives none.
    ///   - description: A sentence about the flag, shown to people.
    ///   - context: The attributes that targeting rules compare, in addition to those of `Tuner.context`.
    ///   - tuner: The tuner of the flag. Nil means the `Tuner.shared` of each task that uses the flag.
    public init(
        _ key: String,
        default fallback: Value,
        description: String? = nil,
        context: FlagContext = [:],
        on tuner: Tuner? = nil
    ) {
        let declaration = CellDeclaration(flag: key, fallback, context, description: description)
        origin = DeclarationOrigin(declaration, fallback, on: tuner)
        unsafe unownedCell = .passUnretained(origin.home.cell)
    }

    var cell: Cell<Value> { origin.current.cell }
    var index: Int { origin.current.index }

    /// The tuner that the flag belongs to, as in `features.$darkMode.tuner.connection`.
    ///
    /// Inside `Tuner.withShared`, a flag that was declared without a tuner belongs to the tuner of that call.
    public var tuner: Tuner { origin.current.tuner }

    /// The key of the flag in the daemon, as in `features.$darkMode.key == "ui.DarkMode"`.
    public var key: String { origin.home.cell.subject.key }

    /// The value of the flag, tracked by `withObservationTracking`: `features.darkMode`.
    ///
    /// Inside `snapshot` of the same tuner, this is the value in that snapshot.
    @inlinable
    public var wrappedValue: Value {
        unsafe unownedCell._withUnsafeGuaranteedRef { home in
            guard !home.isReplaceable else { return origin.observedValue }
            home.noteAccess()
            return home.value
        }
    }

    /// The value of a flag that is not a property wrapper, tracked by `withObservationTracking`: `beta.value`.
    @inlinable
    public var value: Value { wrappedValue }

    /// The value of the flag, not tracked by `withObservationTracking`: `beta.unobserved`.
    @inlinable
    public var unobserved: Value {
        unsafe unownedCell._withUnsafeGuaranteedRef { $0.isReplaceable ? origin.unobservedValue : $0.value }
    }

    /// The flag itself, which the prefix `$` returns: `features.$darkMode.key`.
    public var projectedValue: Flag<Value> { self }
}
