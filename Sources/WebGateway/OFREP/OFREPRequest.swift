package import JSONCore

/// The body of a request of the OpenFeature Remote Evaluation Protocol (OFREP), as a range of its text.
package struct OFREPRequest {
    /// The range of the context in the body; nil if the body has none.
    private let range: Range<Int>?

    /// Reads a body: nothing, or an object whose `context` is an object.
    ///
    /// As in flagd, an empty body is a request without a context. Other members are ignored, because a later version of
    /// OFREP may add some. If a name is repeated, its last member counts.
    package init(_ body: Span<UInt8>) throws(OFREPFault) {
        guard body.count < JSONRange.textLimit else { throw .tooLarge("the body has \(body.count) bytes") }
        guard (0..<body.count).contains(where: { !Self.isWhiteSpace(body[$0]) }) else {
            range = nil
            return
        }
        let object: JSONRange
        do {
            // The context is one level deeper in the body, and two in a message of the daemon.
            object = try JSON.check(body, depthLimit: JSON.valueDepthLimit + 1)
        } catch {
            throw .notJSON(error)
        }
        guard object.kind == .object else { throw .body(object.kind) }
        var context: JSONRange?
        var members = JSONMembers(of: object)
        while let (name, value) = members.next(in: body) {
            if name.isString("context", in: body) {
                context = value
            }
        }
        switch context?.kind {
        case nil, .null: range = nil
        case .object:
            // A rule would take a number for no targeting key, and silently return the default.
            let key = context?.member("targetingKey", in: body)?.kind
            if let key, key != .string, key != .null { throw .targetingKey(key) }
            range = context?.source
        case let kind?: throw .context(kind)
        }
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D
    }

    /// Returns the text of the context; empty if the body has none.
    package func context(in body: Span<UInt8>) -> Range<Int> { range ?? 0..<0 }

    /// Writes the parameters of `flags.evaluate` for a flag.
    package func writeParameters(evaluating key: String, _ body: Span<UInt8>, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "key")
        writer.string(key)
        writeContext(body, to: &writer)
        writer.endObject()
    }

    /// Writes the parameters of `flags.evaluateAll`.
    package func writeParameters(_ body: Span<UInt8>, to writer: inout JSONWriter) {
        writer.beginObject()
        writeContext(body, to: &writer)
        writer.endObject()
    }

    private func writeContext(_ body: Span<UInt8>, to writer: inout JSONWriter) {
        guard let range else { return }
        writer.name(plain: "context")
        writer.value(ofClient: body, in: range)
    }
}
