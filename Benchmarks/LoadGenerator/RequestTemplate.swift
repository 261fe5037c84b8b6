/// The bytes of a request, with a `%d` for the request's number.
package struct RequestTemplate: Sendable {
    let front: [UInt8]
    let back: [UInt8]
    let isNumbered: Bool

    /// Replaces the first `%d` by the number; without a `%d`, all requests are equal.
    package init(_ text: String) {
        let bytes = Array(text.utf8)
        let position = bytes.indices.dropLast().first {
            bytes[$0] == UInt8(ascii: "%") && bytes[$0 + 1] == UInt8(ascii: "d")
        }
        isNumbered = position != nil
        front = Array(bytes[..<(position ?? bytes.endIndex)])
        back = position.map { Array(bytes[($0 + 2)...]) } ?? []
    }

    /// The greatest number of bytes of one request.
    var maximumLength: Int { front.count + back.count + 20 }
}
