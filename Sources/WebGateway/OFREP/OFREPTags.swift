package import HTTPCore
package import JSONCore

/// Makes the entity tags of bulk responses.
///
/// A response depends on the flags, on the caller's whole context, and on what this gateway adds. The daemon gives the
/// flags a version, which covers the file of flags, overrides, kill switches, layers, the daemon's own context and a
/// restart. So a tag of version and context says without an evaluation that a client has the present response. This
/// does not apply where a rule reads the time, and in a world. There, the tag is made of the response itself.
package struct OFREPTags: Sendable {
    /// The hash of what differs between gateways that respond differently to one request.
    private let gateway: InlineArray<20, UInt8>

    /// Creates the tags of a gateway.
    ///
    /// `version` is the version of the gateway, which decides about the form of a response. `caller` names what rules
    /// can read about the gateway as a client of the daemon: its user and its name.
    package init(version: String, caller: String, announcing stream: OFREPEventStream?) {
        var writer = JSONWriter()
        writer.beginArray()
        writer.string(version)
        writer.string(caller)
        if let stream {
            writer.beginObject()
            stream.write(to: &writer)
            writer.endObject()
        }
        writer.endArray()
        gateway = writer.takeBytes().withBytes { SHA1.hash($0) }
    }

    /// Returns the tag of the response to a request with a context, while the flags have a version.
    ///
    /// Contexts that are spelled differently have different tags.
    package func tag(flagsVersion: String, context: Span<UInt8>) -> OFREPTag {
        var text = ByteBuffer(minimumCapacity: gateway.count + context.count + 64)
        text.append(gateway.span)
        // The version has no zero byte, so no other version and context have this text.
        text.append(text: flagsVersion)
        text.append(0)
        text.append(context)
        return OFREPTag("v", hashing: text)
    }

    /// Returns the tag of a response whose version and context do not decide about it.
    package func tag(hashing content: borrowing ByteBuffer) -> OFREPTag { OFREPTag("b", hashing: content) }
}

/// The strong entity tag of a bulk response.
package struct OFREPTag: Equatable, Sendable {
    /// The value of the `ETag` field, with its quotes.
    package let field: [UInt8]

    /// `kind` keeps the tags of a version and the tags of a body apart.
    fileprivate init(_ kind: StaticString, hashing text: borrowing ByteBuffer) {
        var tag = ByteBuffer()
        tag.append("\"")
        tag.append(kind)
        let hash = text.withBytes { SHA1.hash($0) }
        Base64.append(hash.span, to: &tag)
        tag.append("\"")
        field = [UInt8](tag)
    }

    /// The characters between the quotes.
    package var opaque: [UInt8] { [UInt8](field[1..<field.count - 1]) }

    /// Returns whether an `If-None-Match` field lists the tag.
    fileprivate func isListed(_ list: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        EntityTag.isListed(field.span.extracting(1..<field.count - 1), list, in: bytes)
    }
}

/// The `If-None-Match` fields of a request for all flags, in the bytes of the request.
///
/// The field `*` lists nothing: a client without a response to keep needs one.
package enum OFREPKnownTags {
    /// Returns whether the fields from `first` on list a tag.
    package static func contain(
        _ tag: OFREPTag,
        from first: Range<Int>,
        of request: HTTPRequest,
        in bytes: Span<UInt8>
    ) -> Bool {
        var next: Range<Int>? = first
        while let field = next {
            guard !tag.isListed(field, in: bytes) else { return true }
            next = self.field(after: field, of: request, in: bytes)
        }
        return false
    }

    /// Returns the first field of a request, or the one after another.
    package static func field(
        after previous: Range<Int>? = nil,
        of request: HTTPRequest,
        in bytes: Span<UInt8>
    ) -> Range<Int>? {
        let name: StaticString = "if-none-match"
        var next =
            if let previous {
                request.value(of: name, after: previous, in: bytes)
            } else {
                request.value(of: name, in: bytes)
            }
        while let field = next, field.count == 1, bytes[field.lowerBound] == UInt8(ascii: "*") {
            next = request.value(of: name, after: field, in: bytes)
        }
        return next
    }
}
