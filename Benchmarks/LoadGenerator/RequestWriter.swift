package import JSONCore

/// A writer of requests: it repeats the templates in turn, each with the next number.
package struct RequestWriter: ~Copyable {
    /// All templates in one block of memory with a single owner, so that writing costs no reference counting.
    private var text = ByteBuffer()
    /// The ranges of the pieces of all templates in `text`.
    private var pieces: [Range<Int>] = []
    /// The ranges of each template's pieces in `pieces`.
    private var templates: [Range<Int>] = []
    private var next = 0
    private var number: UInt64 = 1

    /// Creates a writer that begins with the first template and number 1.
    package init(_ templates: [RequestTemplate]) {
        for template in templates {
            let first = pieces.count
            for piece in template.pieces {
                let start = text.count
                text.append(piece.span)
                pieces.append(start..<text.count)
            }
            self.templates.append(first..<pieces.count)
        }
    }

    /// Appends `count` requests.
    package mutating func append(_ count: Int, to buffer: inout ByteBuffer) {
        text.withBytes { bytes in
            for _ in 0..<count {
                let template = templates[next]
                buffer.append(bytes, in: pieces[template.lowerBound])
                for index in template.dropFirst() {
                    buffer.append(decimal: number)
                    buffer.append(bytes, in: pieces[index])
                }
                number &+= 1
                next = next + 1 == templates.count ? 0 : next + 1
            }
        }
    }
}
