import JSONCore

/// A variable's name, split at its dots.
struct VariablePath: Sendable {
    /// The names that exist in every evaluation, whatever its context.
    enum Reserved {
        case flagKey
        case timestamp
        /// The whole object, or a path inside it with another name.
        case all
    }

    /// The name of the object that contains the reserved names.
    static let reservedName = "$flagd"

    let text: String

    /// The first part; nil if the name refers to the whole data.
    let first: String?

    /// The other parts; most names have none, and an empty array needs no memory.
    let rest: [String]

    /// The reserved name that the path is or begins with; nil if there is none.
    let reserved: Reserved?

    /// Creates a path; an empty name refers to the whole data, or to a member with an empty name if `isMember` is
    /// true.
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

    /// Whether the path has a reserved name that does not exist.
    var isUnknownReserved: Bool {
        reserved == .all && !rest.isEmpty
    }
}
