/// A feature flag, as it comes out for a context.
///
/// ```swift
/// @MainActor final class Features {
///     @Flag("ui.DarkMode", default: false) var darkMode: Bool
///     @Flag("checkout.flow", default: "classic", context: ["plan": "pro"]) var flow: String
/// }
/// ```
///
/// It has its default where no daemon is there, where the flag is off or gives none, and where its value is of another
/// type. It follows what the daemon evaluates: a changed rule, an override, a kill switch. Each context is followed as long as
/// the tuner lives: a context is a program's, or one of a few, and not each of a server's many users.
@safe
@propertyWrapper
public struct Flag<Value: Codable & Sendable>: Sendable {
    /// The cell, which lives as long as the tuner: to take hold of it for each read would cost more than the read.
    @usableFromInline let unownedCell: Unmanaged<Cell<Value>>
    let place: Int

    /// To whom it belongs: `features.$darkMode.tuner.connection`.
    public let tuner: Tuner

    /// Follows a flag.
    ///
    /// ```swift
    /// let beta = Flag("app.beta", default: false, context: ["country": "NZ"])
    /// ```
    public init(_ key: String, default fallback: Value, context: FlagContext = [:], on tuner: Tuner = .shared) {
        self.tuner = tuner
        let (cell, place) = tuner.declare(CellDeclaration(flag: key, fallback, context), fallback)
        unsafe unownedCell = .passUnretained(cell)
        self.place = place
    }

    var cell: Cell<Value> { unsafe unownedCell.takeUnretainedValue() }

    /// The name that everybody knows it by: `features.$darkMode.key == "ui.DarkMode"`.
    public var key: String { cell.subject.key }

    /// What it comes to, noted by `withObservationTracking`: `features.darkMode`.
    ///
    /// Within `snapshot` of its tuner, it is that of the snapshot.
    @inlinable
    public var wrappedValue: Value {
        unsafe unownedCell._withUnsafeGuaranteedRef { cell in
            cell.noteAccess()
            return cell.value
        }
    }

    /// The same, for a flag by itself: `beta.value`.
    @inlinable
    public var value: Value { wrappedValue }

    /// What it comes to, of which `withObservationTracking` takes no note: `beta.unobserved`.
    @inlinable
    public var unobserved: Value { unsafe unownedCell._withUnsafeGuaranteedRef { $0.value } }

    /// The flag itself: `features.$darkMode.key`.
    public var projectedValue: Flag<Value> { self }
}
