/// What the daemon said when it refused something.
///
/// ```swift
/// do {
///     try await settings.$cornerRadius.set(99)
/// } catch .refused(let refusal) where refusal.kind == .outOfRange {
///     print(refusal)  // ui.cornerRadius must be at most 40, got 99
/// }
/// ```
public struct Refusal: Sendable, Equatable {
    /// A stable name for why; a newer daemon may have others than these.
    ///
    /// ```swift
    /// if refusal.kind == .readOnly { lockSlider() }
    /// ```
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// As the daemon spells it: `Refusal.Kind.outOfRange.rawValue == "outOfRange"`.
        public let rawValue: String

        /// A kind by its spelling: `Refusal.Kind(rawValue: "busy") == .busy`.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The value is of another type: `kind == .typeMismatch`.
        public static let typeMismatch = Kind(rawValue: "typeMismatch")
        /// The value breaks a constraint of its declaration: `kind == .outOfRange`.
        public static let outOfRange = Kind(rawValue: "outOfRange")
        /// The key is locked or read-only: `kind == .readOnly`.
        public static let readOnly = Kind(rawValue: "readOnly")
        /// The program may not do this: `kind == .denied`.
        public static let denied = Kind(rawValue: "denied")
        /// It changed meanwhile: `kind == .conflict`.
        public static let conflict = Kind(rawValue: "conflict")
        /// Somebody else has declared the key otherwise: `kind == .declarationConflict`.
        public static let declarationConflict = Kind(rawValue: "declarationConflict")
        /// The declaration itself is wrong: `kind == .invalidDefinition`.
        public static let invalidDefinition = Kind(rawValue: "invalidDefinition")
        /// No tunable has this key: `kind == .unknownKey`.
        public static let unknownKey = Kind(rawValue: "unknownKey")
        /// No flag has this key: `kind == .unknownFlag`.
        public static let unknownFlag = Kind(rawValue: "unknownFlag")
        /// The world that the program belongs to has ended: `kind == .unknownWorld`.
        public static let unknownWorld = Kind(rawValue: "unknownWorld")
        /// Something is beyond a limit: `kind == .tooLarge`.
        public static let tooLarge = Kind(rawValue: "tooLarge")
        /// Not now; later it may work: `kind == .busy`.
        public static let busy = Kind(rawValue: "busy")
        /// The daemon cannot write its state: `kind == .storage`.
        public static let storage = Kind(rawValue: "storage")
    }

    /// Why: `refusal.kind == .outOfRange`.
    public let kind: Kind

    /// The daemon's sentence for a person: `print(refusal.message)`.
    public let message: String

    /// Whose value it is about, where it is one: `refusal.key == "ui.cornerRadius"`.
    public let key: String?
}

extension Refusal: CustomStringConvertible {
    /// The daemon's sentence: `print("could not set it: \(refusal)")`.
    public var description: String { message }
}
