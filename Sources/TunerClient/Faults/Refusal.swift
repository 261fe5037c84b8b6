/// An error response of the daemon.
///
/// ```swift
/// do {
///     try await settings.$cornerRadius.set(99)
/// } catch .refused(let refusal) where refusal.kind == .outOfRange {
///     print(refusal)
///     // Prints "ui.cornerRadius must be at most 40.0, got 99.0"
/// }
/// ```
public struct Refusal: Sendable, Equatable {
    /// A stable name of the reason; a newer daemon may send names that are not listed here.
    ///
    /// ```swift
    /// if refusal.kind == .readOnly { lockSlider() }
    /// ```
    public struct Kind: RawRepresentable, Sendable, Hashable {
        /// The name in the protocol: `Refusal.Kind.outOfRange.rawValue == "outOfRange"`.
        public let rawValue: String

        /// Creates a kind from its name in the protocol: `Refusal.Kind(rawValue: "busy") == .busy`.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The value has another type: `kind == .typeMismatch`.
        public static let typeMismatch = Kind(rawValue: "typeMismatch")
        /// The value breaks a constraint of its declaration: `kind == .outOfRange`.
        public static let outOfRange = Kind(rawValue: "outOfRange")
        /// The key is locked or read-only: `kind == .readOnly`.
        public static let readOnly = Kind(rawValue: "readOnly")
        /// The program has no permission: `kind == .denied`.
        public static let denied = Kind(rawValue: "denied")
        /// The value has changed in the meantime: `kind == .conflict`.
        public static let conflict = Kind(rawValue: "conflict")
        /// Another program has declared the key differently: `kind == .declarationConflict`.
        public static let declarationConflict = Kind(rawValue: "declarationConflict")
        /// The declaration is not valid: `kind == .invalidDefinition`.
        public static let invalidDefinition = Kind(rawValue: "invalidDefinition")
        /// No tunable has this key: `kind == .unknownKey`.
        public static let unknownKey = Kind(rawValue: "unknownKey")
        /// No flag has this key: `kind == .unknownFlag`.
        public static let unknownFlag = Kind(rawValue: "unknownFlag")
        /// The world that the program belongs to has ended: `kind == .unknownWorld`.
        public static let unknownWorld = Kind(rawValue: "unknownWorld")
        /// A value, a request or a count exceeds a limit: `kind == .tooLarge`.
        public static let tooLarge = Kind(rawValue: "tooLarge")
        /// The daemon is busy, and a retry may succeed: `kind == .busy`.
        public static let busy = Kind(rawValue: "busy")
        /// The daemon cannot write to its disk: `kind == .storage`.
        public static let storage = Kind(rawValue: "storage")
    }

    /// The reason: `refusal.kind == .outOfRange`.
    public let kind: Kind

    /// A sentence for people: `print(refusal.message)`.
    public let message: String

    /// The key that was refused, or nil if the refusal is not about one key: `refusal.key == "ui.cornerRadius"`.
    public let key: String?

    /// The details of the error as JSON, such as the limit of a value: `refusal.data["maximum"] == 4.0`.
    ///
    /// The names depend on the kind: see the table of errors in protocol.md.
    public let data: [String: TunerValue]

    init(kind: Kind, message: String, key: String?, data: [String: TunerValue] = [:]) {
        self.kind = kind
        self.message = message
        self.key = key
        self.data = data
    }
}

extension Refusal: CustomStringConvertible {
    /// The message of the daemon: `print("could not set it: \(refusal)")`.
    public var description: String { message }
}
