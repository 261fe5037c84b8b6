package import JSONCore

/// Writes requests after one another: the templates round and round, each with the next number.
package struct RequestWriter: ~Copyable {
    private struct Piece {
        let front: Range<Int>
        let back: Range<Int>
        let isNumbered: Bool
    }

    /// All templates in one piece of memory that nobody else owns: writing counts no references.
    private var text = ByteBuffer()
    private var pieces: [Piece] = []
    private var next = 0
    private var number: UInt64 = 1

    /// Begins with the first template and number 1.
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

    /// Appends so many requests.
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
