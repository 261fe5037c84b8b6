import JSONCore

/// The entity tags in the fields with one name, `If-Match` or `If-None-Match`, which outlive the bytes of their request.
package struct EntityTagList: Sendable {
    private let fields: [[UInt8]]

    /// Copies the fields of a request with a name, which is written in small letters; returns nil if there is none.
    package init?(_ name: StaticString, of request: HTTPRequest, in bytes: Span<UInt8>) {
        var next = request.value(of: name, in: bytes)
        guard next != nil else { return nil }
        var fields: [[UInt8]] = []
        while let value = next {
            fields.append([UInt8](bytes, in: value))
            next = request.value(of: name, after: value, in: bytes)
        }
        self.fields = fields
    }

    /// Whether a field is `*`, which means every tag.
    package var isAny: Bool { fields.contains([UInt8(ascii: "*")]) }

    /// Returns whether a tag is listed, or a field is `*`; weak tags count as in `If-None-Match` (RFC 9110, 13.1.2).
    package func contains(_ tag: Span<UInt8>) -> Bool {
        for field in fields where EntityTag.isListed(tag, field.indices, in: field.span) {
            return true
        }
        return false
    }

    /// Returns whether a strong tag is listed, or a field is `*`, as in `If-Match` (RFC 9110, 13.1.1).
    package func containsStrong(_ tag: Span<UInt8>) -> Bool {
        for field in fields where EntityTag.isListedStrong(tag, field.indices, in: field.span) {
            return true
        }
        return false
    }

    /// The texts of all strong tags, without their quotes.
    package var strongTags: [String] {
        fields.flatMap { field in
            var tags: [String] = []
            _ = EntityTag.contains(in: field.indices, of: field.span) { tag in
                if !tag.isWeak {
                    tags.append(String(decoding: field[tag.opaque], as: UTF8.self))
                }
                return false
            }
            return tags
        }
    }
}
