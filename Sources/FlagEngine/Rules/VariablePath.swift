import JSONCore

/// A variable's name, split at its dots.
struct VariablePath: Sendable {
    /// The names that every evaluation has, whatever its context.
    enum Reserved {
        case flagKey
        case timestamp
        /// Both, or what else might be among them.
        case all
    }

    /// The object that holds the reserved names.
    static let reservedName = "$flagd"

    /// The name as it was written.
    let text: String

    /// Its first part; none where it names everything.
    let first: String?

    /// Its further parts: most have none, and then there is no array.
    let rest: [String]

    /// Which reserved one it is, or begins with.
    let reserved: Reserved?

    /// The empty name is that of everything, unless it `isMember`, and then perhaps that of a member.
    init(_ text: String, isMember: Bool = false) {
        self.text = text
        let dot = UInt8(ascii: ".")
        if text.utf8.isEmpty, !isMember {
            first = nil
            rest = []
        } else if text.utf8.contains(dot) {
            let parts = text.utf8.split(separator: dot, omittingEmptySubsequences: false)
            first = parts.first.map { String(Substring($0)) }
            rest = parts.dropFirst().map { String(Substring($0)) }
        } else {
            first = text
            rest = []
        }
        switch text {
        case "$flagd.flagKey": reserved = .flagKey
        case "$flagd.timestamp": reserved = .timestamp
        default: reserved = first?.hasSameBytes(as: VariablePath.reservedName) == true ? .all : nil
        }
    }

    /// Whether it asks for a reserved name that there is not.
    var isUnknownReserved: Bool {
        reserved == .all && !rest.isEmpty
    }
}
