import HTTPCore

/// The paths of a route, such as `/tune/*/*`: each asterisk is one segment that is not empty.
///
/// Two asterisks at the end, as in `/tune/**`, are the rest of the path, which may be empty.
package struct PathPattern: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case literal(StaticText)
        case any
        case rest

        /// Creates the part of a segment.
        init(_ segment: [UInt8]) {
            let asterisk = UInt8(ascii: "*")
            switch segment {
            case [asterisk]: self = .any
            case [asterisk, asterisk]: self = .rest
            default: self = .literal(StaticText(bytes: segment))
            }
        }

        var isLiteral: Bool { if case .literal = self { true } else { false } }
    }

    /// The text of the pattern.
    package let text: String
    /// The literal segments at the beginning, with which each matching path begins.
    private let prefix: StaticText
    /// The segments behind the prefix.
    private let parts: ArraySlice<Part>
    /// Whether the pattern leaves the end of the path open.
    let hasRest: Bool
    /// What every matching path has.
    let shape: PathShape

    /// Creates the pattern of a text, which begins with a slash.
    package init(_ text: String) {
        precondition(text.hasPrefix("/"), "a pattern of paths begins with a slash")
        self.text = text
        var parts: [Part] = []
        var segment: [UInt8] = []
        for byte in text.utf8.dropFirst() {
            if byte == UInt8(ascii: "/") {
                parts.append(Part(segment))
                segment = []
            } else {
                segment.append(byte)
            }
        }
        parts.append(Part(segment))
        var prefix: [UInt8] = []
        var count = 0
        for case .literal(let literal) in parts.prefix(while: { $0.isLiteral }) {
            prefix += [UInt8(ascii: "/")] + literal.bytes
            count += 1
        }
        self.prefix = StaticText(bytes: prefix)
        self.parts = parts.dropFirst(count)
        hasRest = parts.last == .rest
        // In place of an asterisk, a path has a slash and at least one byte.
        shape = PathShape(prefix, more: self.parts.first == .any ? 2 : 0, isExact: self.parts.isEmpty)
    }

    /// Returns the segments in place of the asterisks, and the rest, still percent-encoded; nil if the path does not match.
    func match(_ path: Range<Int>, in bytes: Span<UInt8>) -> [Range<Int>]? {
        let end = min(path.lowerBound + prefix.bytes.count, path.upperBound)
        guard prefix.equals(path.lowerBound..<end, in: bytes) else { return nil }
        guard !parts.isEmpty else { return end == path.upperBound ? [] : nil }
        guard end == path.upperBound || bytes[end] == UInt8(ascii: "/") else { return nil }
        var segments = PathSegments(end..<path.upperBound)
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
