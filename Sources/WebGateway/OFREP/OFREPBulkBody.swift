import HTTPCore
package import JSONCore

/// The body of a bulk request, which outlives the bytes of the request, and its tag.
package final class OFREPBulkBody: JSONWritable {
    private let bytes: [UInt8]
    private let request: OFREPRequest
    private let tags: OFREPTags
    /// The tag that was computed last, and the version of the flags in it.
    private var lastTag: (flagsVersion: String, tag: OFREPTag)?

    /// Reads a body; `tags` makes the tags of its responses.
    package init(_ body: Span<UInt8>, _ tags: OFREPTags) throws(OFREPFault) {
        self.tags = tags
        request = try OFREPRequest(body)
        bytes = [UInt8](body, in: 0..<body.count)
    }

    /// Returns whether the body is the same, byte by byte.
    package func equals(_ body: Span<UInt8>) -> Bool {
        let bytes = bytes
        return bytes.span.hasBytes(of: body)
    }

    /// Writes the parameters of `flags.evaluateAll`.
    package func write(to writer: inout JSONWriter) {
        let bytes = bytes
        request.writeParameters(bytes.span, to: &writer)
    }

    /// Returns the tag of the response, while the flags have a version.
    package func tag(flagsVersion: String) -> OFREPTag {
        if let lastTag, lastTag.flagsVersion == flagsVersion { return lastTag.tag }
        let bytes = bytes
        let context = request.context(in: bytes.span)
        let tag = tags.tag(flagsVersion: flagsVersion, context: bytes.span.extracting(context))
        lastTag = (flagsVersion, tag)
        return tag
    }

    /// Returns the tag of a response: of the version and the context if these decide, otherwise of its content.
    package func tag(of response: OFREPBulkResponse, _ content: borrowing ByteBuffer) -> OFREPTag {
        guard let version = response.decidingVersion else { return tags.tag(hashing: content) }
        return tag(flagsVersion: version)
    }
}

@available(*, unavailable)
extension OFREPBulkBody: Sendable {}
