import TunableEngine

/// A value that can be changed while the program runs.
///
/// As a property wrapper, in any class, actor or structure, or as a value by itself:
///
/// ```swift
/// @MainActor final class Settings {
///     @Tunable("ui.cornerRadius", default: 12, in: 0...40, step: 1) var cornerRadius: Double
///     @Tunable("ui.title", default: "Hello", group: "Texts") var title: String
/// }
///
/// let spacing = Tunable("ui.spacing", default: 8.0, in: 0...64, unit: "pt")
/// print(spacing.value)
/// ```
///
/// It has its default until a daemon says otherwise, and what the daemon said last while that is gone. To read it costs some
/// nanoseconds: no system call, and no lock that could be waited for. In an `@Observable` class it stands behind
/// `@ObservationIgnored`: it is observable by itself.
///
/// The type is `Bool`, any integer, `Double`, `Float`, `String`, an enumeration with raw values that is `Codable` (and
/// `CaseIterable`, for the daemon to know the cases), or any other `Codable`, whose decoding declares no tunables itself.
@safe
@propertyWrapper
public struct Tunable<Value: Codable & Sendable>: Sendable {
    /// The cell, which lives as long as the tuner: to take hold of it for each read would cost more than the read.
    @usableFromInline let unownedCell: Unmanaged<Cell<Value>>
    let place: Int

    /// To whom it belongs: `settings.$title.tuner.connection`.
    public let tuner: Tuner

    init(_ key: String, _ fallback: Value, on tuner: Tuner, _ words: [(name: SpecWord, value: (any Encodable)?)]) {
        self.tuner = tuner
        let (cell, place) = tuner.declare(CellDeclaration(tunable: key, fallback, words), fallback)
        unsafe unownedCell = .passUnretained(cell)
        self.place = place
    }

    /// Declares a tunable of any type.
    ///
    /// ```swift
    /// @Tunable("ui.mode", default: .dark, description: "How it looks") var mode: Mode
    /// ```
    ///
    /// The same declaration again is the same tunable. `group`, `unit` and `description` are for who sees it elsewhere.
    public init(
        _ key: String,
        default fallback: Value,
        group: String? = nil,
        unit: String? = nil,
        description: String? = nil,
        on tuner: Tuner = .shared
    ) {
        self.init(key, fallback, on: tuner, [(.group, group), (.unit, unit), (.description, description)])
    }

    var cell: Cell<Value> { unsafe unownedCell.takeUnretainedValue() }

    /// The name that everybody knows it by: `settings.$title.key == "ui.title"`.
    public var key: String { cell.subject.key }

    /// The value that counts, noted by `withObservationTracking`: `settings.title`.
    ///
    /// Within `snapshot` of its tuner, it is that of the snapshot.
    @inlinable
    public var wrappedValue: Value {
        unsafe unownedCell._withUnsafeGuaranteedRef { cell in
            cell.noteAccess()
            return cell.value
        }
    }

    /// The same, for a tunable by itself: `spacing.value`.
    @inlinable
    public var value: Value { wrappedValue }

    /// The value that counts, of which `withObservationTracking` takes no note: for loops that read a million times.
    ///
    /// ```swift
    /// for place in samples.indices { samples[place] *= gain.unobserved }
    /// ```
    @inlinable
    public var unobserved: Value { unsafe unownedCell._withUnsafeGuaranteedRef { $0.value } }

    /// The tunable itself: `settings.$title.key`.
    public var projectedValue: Tunable<Value> { self }
}

extension Tunable where Value: Comparable & Numeric {
    /// Declares a number with its limits.
    ///
    /// ```swift
    /// @Tunable("ui.cornerRadius", default: 12, in: 0...40, step: 1, unit: "pt") var cornerRadius: Double
    /// ```
    ///
    /// Steps count from the lower limit.
    public init(
        _ key: String,
        default fallback: Value,
        in limits: ClosedRange<Value>,
        step: Value? = nil,
        group: String? = nil,
        unit: String? = nil,
        description: String? = nil,
        on tuner: Tuner = .shared
    ) {
        self.init(
            key,
            fallback,
            on: tuner,
            [
                (.minimum, limits.lowerBound), (.maximum, limits.upperBound), (.step, step), (.group, group),
                (.unit, unit), (.description, description),
            ]
        )
    }
}

extension Tunable where Value == String {
    /// Declares a text of a certain form.
    ///
    /// ```swift
    /// @Tunable("ui.accent", default: "#40E0D0", format: .color) var accent: String
    /// ```
    public init(
        _ key: String,
        default fallback: String,
        format: TextFormat,
        group: String? = nil,
        description: String? = nil,
        on tuner: Tuner = .shared
    ) {
        self.init(
            key,
            fallback,
            on: tuner,
            [(.format, format.rawValue), (.group, group), (.description, description)]
        )
    }
}
