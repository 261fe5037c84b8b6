import HTTPCore

/// The paths of a route, such as `/tune/*/*`: each asterisk is one segment that is not empty.
///
/// Two asterisks at the end, as in `/tune/**`, are the rest of the path, which may be empty.
package struct PathPattern: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case literal(StaticText)
        case any
        case rest
    }

    /// The text of the pattern.
    package let text: String
    private let parts: [Part]
    /// The literal segments at the beginning, with which each matching path begins.
    private let prefix: StaticText

    /// Creates the pattern of a text, which begins with a slash.
    package init(_ text: String) {
        precondition(text.hasPrefix("/"), "a pattern of paths begins with a slash")
        self.text = text
        parts = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            switch $0 {
            case "*": .any
            case "**": .rest
            default: .literal(StaticText(bytes: Array($0.utf8)))
            }
        }
        var prefix: [UInt8] = []
        for part in parts {
            guard case .literal(let literal) = part else { break }
            prefix += [UInt8(ascii: "/")] + literal.bytes
        }
        self.prefix = StaticText(bytes: prefix)
    }

    /// Whether the pattern leaves the end of the path open.
    var hasRest: Bool { parts.last == .rest }

    /// Returns the segments in place of the asterisks, and the rest, still percent-encoded; nil if the path does not match.
    func match(_ path: Range<Int>, in bytes: Span<UInt8>) -> [Range<Int>]? {
        let start = path.prefix(prefix.bytes.count)
        // Most routes end here.
        guard prefix.equals(start, in: bytes) else { return nil }
        var segments = PathSegments(path)
        var found: [Range<Int>] = []
        for part in parts {
            guard part != .rest else { return found + [segments.rest] }
            guard let segment = segments.next(in: bytes) else { return nil }
            switch part {
            case .rest: break
            case .literal(let literal): guard literal.equals(segment, in: bytes) else { return nil }
            case .any:
                guard !segment.isEmpty else { return nil }
                found.append(segment)
            }
        }
        return segments.next(in: bytes) == nil ? found : nil
    }

    /// The bytes of a literal segment.
    private struct StaticText: Sendable, Equatable {
        let bytes: [UInt8]

        func equals(_ range: Range<Int>, in other: Span<UInt8>) -> Bool {
            guard range.count == bytes.count else { return false }
            for offset in bytes.indices where bytes[offset] != other[range.lowerBound + offset] {
                return false
            }
            return true
        }
    }
}
