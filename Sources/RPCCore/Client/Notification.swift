package import JSONCore

/// A received notification with its own copy of the text, so that it can be stored.
package struct Notification: Equatable, Sendable {
    package let method: String
    private let text: [UInt8]

    /// Creates a notification with a copy of its part of the received bytes.
    init(_ method: JSONRange, _ params: JSONRange?, in text: Span<UInt8>) {
        self.method = method.string(in: text) ?? ""
        var bytes = ByteBuffer()
        if let params { bytes.append(text, in: params.source) } else { bytes.append("null") }
        self.text = [UInt8](bytes)
    }

    /// The parameters; `null` if the notification has none.
    package var params: JSON { JSONRange(text.indices, in: text.span).value(in: text.span) }
}
