/// One request's bytes, with the request's own number in place of a `%d`.
package struct RequestTemplate: Sendable {
    let front: [UInt8]
    let back: [UInt8]
    let isNumbered: Bool

    /// Replaces the first `%d` by the number; without one every request is the same.
    package init(_ text: String) {
        let bytes = Array(text.utf8)
        let position = bytes.indices.dropLast().first {
            bytes[$0] == UInt8(ascii: "%") && bytes[$0 + 1] == UInt8(ascii: "d")
        }
        isNumbered = position != nil
        front = Array(bytes[..<(position ?? bytes.endIndex)])
        back = position.map { Array(bytes[($0 + 2)...]) } ?? []
    }

    /// The most bytes that one request takes.
    var maximumLength: Int { front.count + back.count + 20 }
}
