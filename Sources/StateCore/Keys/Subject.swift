package import FlagEngine
package import TunableEngine

/// A tunable or a flag; a tunable and a flag may have the same name.
package enum Subject: Hashable, Sendable {
    case tunable(Key)
    case flag(FlagKey)

    package var text: String {
        switch self {
        case .tunable(let key): key.text
        case .flag(let key): key.text
        }
    }
}

extension Subject: Comparable {
    /// Orders by the bytes of the names, and puts a tunable before a flag of the same name.
    package static func < (left: Subject, right: Subject) -> Bool {
        switch (left, right) {
        case (.tunable(let one), .tunable(let other)): one < other
        case (.flag(let one), .flag(let other)): one < other
        case (.tunable, .flag): !right.text.utf8.lexicographicallyPrecedes(left.text.utf8)
        case (.flag, .tunable): left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
        }
    }
}
