package import JSONCore

/// The response to a bulk request, made of the result of `flags.evaluateAll`.
package struct OFREPBulkResponse {
    /// The version of the flags; nil if the result has none.
    package private(set) var flagsVersion: String?
    /// Whether the time alone may change an evaluation.
    package private(set) var readsTime = false

    /// The version of the flags if it and the context decide about the response; nil if the time does, too.
    package var decidingVersion: String? { readsTime ? nil : flagsVersion }

    /// Writes the body for a result, with the announcement of a stream of events if there is one.
    ///
    /// Returns nil and writes nothing if this is no such result.
    package init?(
        _ result: JSONRange,
        in text: Span<UInt8>,
        announcing stream: OFREPEventStream?,
        to writer: inout JSONWriter
    ) {
        guard result.kind == .object else { return nil }
        var flags: JSONRange?
        var members = JSONMembers(of: result)
        while let (name, value) = members.next(in: text) {
            if name.isString("flags", in: text) {
                flags = value
            } else if name.isString("flagsVersion", in: text) {
                flagsVersion = value.string(in: text)
            } else if name.isString("readsTime", in: text) {
                readsTime = value.boolean(in: text) ?? false
            }
        }
        guard let flags, flags.kind == .array else { return nil }
        writer.beginObject()
        writer.name(plain: "flags")
        OFREPBulkResponse.write(flags: flags, text, to: &writer)
        stream?.write(to: &writer)
        writer.endObject()
    }

    private static func write(flags: JSONRange, _ text: Span<UInt8>, to writer: inout JSONWriter) {
        writer.beginArray()
        var elements = JSONElements(of: flags)
        while let flag = elements.next(in: text) {
            OFREPEvaluation(flag, in: text)?.write(text, to: &writer)
        }
        writer.endArray()
    }
}
