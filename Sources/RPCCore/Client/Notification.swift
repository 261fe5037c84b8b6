package import JSONCore

/// A notification that a client keeps until it is asked for.
package struct Notification: Equatable, Sendable {
    /// The notification's name.
    package let method: String
    private let text: [UInt8]

    /// Copies a notification out of the bytes that it was received in.
    init(_ method: JSONRange, _ params: JSONRange?, in text: Span<UInt8>) {
        self.method = method.string(in: text) ?? ""
        var bytes = ByteBuffer()
        if let params { bytes.append(text, in: params.source) } else { bytes.append("null") }
        self.text = [UInt8](bytes)
    }

    /// The parameters; `null` where there are none.
    package var params: JSON { place.value(in: text.span) }

    /// The parameters as a declared type; none where they are another.
    package func read<Parameters: JSONReadable>(as type: Parameters.Type = Parameters.self) -> Parameters? {
        try? Parameters(place, in: text.span)
    }

    private var place: JSONRange { JSONRange(text.indices, in: text.span) }
}
