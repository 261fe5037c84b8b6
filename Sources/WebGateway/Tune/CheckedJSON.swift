import JSONCore

/// A JSON text of a request, which is sent to the daemon with the same bytes, so that all numbers keep their spelling.
struct CheckedJSON: JSONWritable {
    private let text: [UInt8]
    private let range: JSONRange

    /// Checks a complete text.
    init(_ text: [UInt8]) throws(JSONFault) {
        self.text = text
        range = try JSON.check(text.span)
    }

    var kind: JSONKind { range.kind }

    func write(to writer: inout JSONWriter) { writer.raw(text.span, in: range.source) }
}
