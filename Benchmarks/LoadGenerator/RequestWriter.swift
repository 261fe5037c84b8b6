package import JSONCore

/// A writer of requests: it repeats the templates in turn, each with the next number.
package struct RequestWriter: ~Copyable {
    private struct Piece {
        let front: Range<Int>
        let back: Range<Int>
        let isNumbered: Bool
    }

    /// All templates in one block of memory with a single owner, so that writing costs no reference counting.
    private var text = ByteBuffer()
    private var pieces: [Piece] = []
    private var next = 0
    private var number: UInt64 = 1

    /// Creates a writer that begins with the first template and number 1.
    package init(_ templates: [RequestTemplate]) {
        for template in templates {
            let start = text.count
            text.append(template.front.span)
            let middle = text.count
            text.append(template.back.span)
            pieces.append(
                Piece(front: start..<middle, back: middle..<text.count, isNumbered: template.isNumbered)
            )
        }
    }

    /// Appends `count` requests.
    package mutating func append(_ count: Int, to buffer: inout ByteBuffer) {
        text.withBytes { bytes in
            for _ in 0..<count {
                let piece = pieces[next]
                buffer.append(bytes, in: piece.front)
                if piece.isNumbered {
                    buffer.append(decimal: number)
                    buffer.append(bytes, in: piece.back)
                }
                number &+= 1
                next = next + 1 == pieces.count ? 0 : next + 1
            }
        }
    }
}
