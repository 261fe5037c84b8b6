package import JSONCore

/// The `Date` field of responses, formatted once a second.
package struct HTTPDateField: Sendable {
    package private(set) var date: HTTPDate
    private var line: InlineArray<37, UInt8>

    package init(_ date: HTTPDate) {
        self.date = date
        line = InlineArray(repeating: 0)
        format()
    }

    /// Sets the present date.
    package mutating func update(to now: HTTPDate) {
        guard now != date else { return }
        date = now
        format()
    }

    @inline(__always)
    package func append(to buffer: inout ByteBuffer) { buffer.append(line.span) }

    private mutating func format() {
        var buffer = ByteBuffer()
        buffer.append("Date: ")
        date.append(to: &buffer)
        buffer.append("\r\n")
        buffer.withBytes { bytes in
            for index in 0..<37 {
                line[index] = bytes[index]
            }
        }
    }
}
