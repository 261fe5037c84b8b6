import ConsoleCore
import JSONCore

/// A JSON text of a request, which is sent to the daemon without parsing its values, so that all numbers keep their
/// spelling.
struct CheckedJSON: JSONWritable {
    private let text: [UInt8]
    private let range: JSONRange

    /// Checks a complete text, which must not be nested too deeply for a call.
    init(_ text: [UInt8]) throws(JSONFault) {
        self.text = text
        range = try JSON.check(text.span, depthLimit: JSON.valueDepthLimit)
    }

    var kind: JSONKind { range.kind }

    /// The members of an object; nil for another value.
    var object: JSONObject? { range.value(in: text.span).object }

    func write(to writer: inout JSONWriter) { writer.value(ofClient: text.span, in: range.source) }
}
