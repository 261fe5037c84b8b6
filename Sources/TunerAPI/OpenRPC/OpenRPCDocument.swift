package import JSONCore

/// The text of the OpenRPC document, which is created only once.
package struct OpenRPCDocument: Sendable {
    private let text: [UInt8]

    /// Creates the document of a release.
    package init(version: String) {
        var writer = JSONWriter()
        do {
            try writer.value(.object(API.openRPC(version: version)))
        } catch {
            preconditionFailure("a declaration holds a number that is not finite")
        }
        text = [UInt8](writer.takeBytes())
    }
}

extension OpenRPCDocument: JSONMember {
    package static var expectation: String { JSONObject.expectation }

    package static var schema: JSON { JSONObject.schema }

    package init(_ range: JSONRange, in text: Span<UInt8>) throws(JSONMismatch) {
        _ = try JSONObject(range, in: text)
        self.text = [UInt8](text, in: range.range)
    }

    package func write(to writer: inout JSONWriter) {
        writer.raw(text.span, in: text.indices)
    }
}
