import TunableEngine

/// A named value that can change while the program runs.
///
/// Use a tunable as a property wrapper in a class, an actor or a structure, or as a constant:
///
/// ```swift
/// @MainActor final class Settings {
///     @Tunable("ui.cornerRadius", default: 12, in: 0...40, step: 1) var cornerRadius: Double
///     @Tunable("ui.title", default: "Hello", group: "Texts") var title: String
/// }
///
/// let spacing = Tunable("ui.spacing", 8.0, in: 0...64, unit: "pt")
/// print(spacing.value)
/// // Prints "8.0"
/// ```
///
/// For a static property, use a constant: `static let gravity = Tunable("game.gravity", 9.8)`. Swift 6 refuses
/// `@Tunable static var` outside of a global actor, because the storage of a property wrapper is a variable. Swift
/// creates a static constant at its first use, and the tuner declares it then: `ready(timeout:)` does not wait for a
/// constant that the program has not used. In a test with another `Tuner.shared`, the constant belongs to that tuner.
///
/// Until a daemon sends a value, the tunable has its default, or the value in `TunerOptions.valuesFile`. After the
/// connection is lost, the tunable keeps the last value that the daemon sent. A read takes some nanoseconds: it makes
/// no system call and never waits for a lock.
///
/// A tunable is observable itself. In an `@Observable` class, mark it `@ObservationIgnored`.
///
/// `Value` is one of these types:
///
/// - `Bool`, any integer, `Double`, `Float` or `String`
/// - `Duration`, which is a number of seconds in the daemon: `tunerctl set game.delay 500ms`
/// - a `Codable` enumeration without associated values, as its raw value or the name of its case; make it
///   `CaseIterable`, so that the daemon knows the cases
/// - `TunerValue`, for JSON of any shape
/// - any other `Codable` type whose decoding does not declare tunables; see below for structures
/// - an optional of these types, where nil is the absence of a value; the default can be nil, except for `TunerValue` and
///   an enumeration with associated values, whose type of JSON is not known without a value
///
/// The daemon knows the members of a structure that are of plain types, enumerations with raw values, arrays, structures
/// of these, or optionals of these. It refuses other values, and a structure without a member that is not optional. Each
/// member can be set by its path:
///
/// ```swift
/// struct Gust: Codable, Sendable { var speed = 9.0 }
/// struct Wind: Codable, Sendable { var x = 1.5; var gust: Gust? }
/// let wind = Tunable("game.weather", default: Wind())   // tunerctl set game.weather.gust.speed 12
/// print(wind.value.x)
/// // Prints "1.5"
/// ```
@safe
@propertyWrapper
public struct Tunable<Value: Codable & Sendable>: Sendable {
    /// The cell, unowned because retaining it for each read would cost more than the read.
    ///
    /// The cell lives as long as the tuner of the origin.
    @usableFromInline let unownedCell: Unmanaged<Cell<Value>>
    @usableFromInline let origin: DeclarationOrigin<Value>

    init(
        declaring key: String,
        _ fallback: Value,
        on tuner: Tuner?,
        _ words: [(name: SpecWord, value: (any Encodable)?)]
    ) {
        let schemas = (tuner ?? .shared).store.schemas
        origin = DeclarationOrigin(CellDeclaration(tunable: key, fallback, words, schemas), fallback, on: tuner)
        unsafe unownedCell = .passUnretained(origin.home.cell)
    }

    /// Declares a tunable of any type.
    ///
    /// ```swift
    /// @Tunable("ui.mode", default: .dark, description: "How it looks") var mode: Mode
    /// ```
    ///
    /// A program may declare a key several times; all declarations have the same value. If two declarations differ, the
    /// daemon receives the first one, and the tuner reports `TunerFault.declaredTwice`.
    ///
    /// - Parameters:
    ///   - key: The key of the tunable in the daemon.
    ///   - fallback: The value until the daemon sends another value.
    ///   - group: A heading for lists of tunables.
    ///   - unit: The unit of the value, shown to people.
    ///   - description: A sentence about the tunable, shown to people.
    ///   - tags: Words to find the tunable by.
    ///   - isSecret: Whether tools hide the value, such as that of a password.
    ///   - tuner: The tuner of the tunable. Nil means the `Tuner.shared` of each task that uses the tunable.
    public init(
        _ key: String,
        default fallback: Value,
        group: String? = nil,
        unit: String? = nil,
        description: String? = nil,
        tags: [String] = [],
        isSecret: Bool = false,
        on tuner: Tuner? = nil
    ) {
        let notes = SpecNotes(group: group, unit: unit, description: description, tags: tags, isSecret: isSecret)
        self.init(declaring: key, fallback, on: tuner, notes.words)
    }

    var cell: Cell<Value> { origin.current.cell }
    var index: Int { origin.current.index }

    /// The tuner that the tunable belongs to, as in `settings.$title.tuner.connection`.
    ///
    /// Inside `Tuner.withShared`, a tunable that was declared without a tuner belongs to the tuner of that call.
    public var tuner: Tuner { origin.current.tuner }

    /// The key of the tunable in the daemon, as in `settings.$title.key == "ui.title"`.
    public var key: String { origin.home.cell.subject.key }

    /// The current value, tracked by `withObservationTracking`: `settings.title`.
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

    /// The current value of a tunable that is not a property wrapper, tracked by `withObservationTracking`:
    /// `spacing.value`.
    @inlinable
    public var value: Value { wrappedValue }

    /// The current value, not tracked by `withObservationTracking`.
    ///
    /// Use this property in loops that read the value very often.
    ///
    /// ```swift
    /// for index in samples.indices { samples[index] *= gain.unobserved }
    /// ```
    @inlinable
    public var unobserved: Value {
        unsafe unownedCell._withUnsafeGuaranteedRef { $0.isReplaceable ? origin.unobservedValue : $0.value }
    }

    /// The tunable itself, which the prefix `$` returns: `settings.$title.key`.
    public var projectedValue: Tunable<Value> { self }
}
