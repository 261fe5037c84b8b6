/// The bytes of a request, with a `%d` at each place of the request's number.
package struct RequestTemplate: Sendable {
    /// The bytes around the numbers: one piece more than there are numbers.
    let pieces: [[UInt8]]

    /// Replaces each `%d` by the number; without a `%d`, all requests are equal.
    package init(_ text: String) {
        var pieces: [[UInt8]] = [[]]
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.first == UInt8(ascii: "d") {
                rest.removeFirst()
                pieces.append([])
            } else {
                pieces[pieces.count - 1].append(byte)
            }
        }
        self.pieces = pieces
    }

    /// The greatest number of bytes of one request.
    var maximumLength: Int { pieces.reduce(0) { $0 + $1.count + 20 } }
}
