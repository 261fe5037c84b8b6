import JSONCore

/// The responses that a peer must not receive yet, in order, each with the number whose release it waits for.
struct WithheldResponses: ~Copyable {
    /// The end of the responses that wait for `number`.
    ///
    /// Later responses wait for a higher number.
    private struct Mark {
        let number: UInt64
        var end: Int
    }

    /// The initial capacity, enough for a few responses, so that the buffer seldom grows.
    private static let firstRoom = 1_024

    /// The complete, framed responses.
    private var bytes = ByteBuffer()
    /// The marks, with increasing numbers and ends.
    ///
    /// The responses after the last mark wait for `number`.
    private var marks: [Mark] = []
    /// The number that the next response waits for; nil if responses are not withheld.
    private var number: UInt64?

    /// Whether the next response is withheld.
    ///
    /// This can be true while no response waits.
    var isOn: Bool { number != nil }

    var isEmpty: Bool { bytes.isEmpty }

    /// The number of bytes of the withheld responses.
    var count: Int { bytes.count }

    /// Withholds later responses until `number` is released; a number that is not higher than the last one has no
    /// effect.
    mutating func withhold(until number: UInt64) {
        if let last = self.number {
            guard number > last else { return }
            if bytes.count > marks.last?.end ?? 0 {
                marks.append(Mark(number: last, end: bytes.count))
            }
        }
        self.number = number
    }

    /// Moves the framed response that begins at `start` of the output to the end of the withheld responses.
    mutating func append(_ output: inout ByteBuffer, from start: Int) {
        if bytes.capacity == 0 {
            bytes.reserve(WithheldResponses.firstRoom)
        }
        bytes.append(moving: &output, from: start)
    }

    /// Appends the responses that wait for `released` or a lower number to the output, and removes them here.
    mutating func release(through released: UInt64, into output: inout ByteBuffer) {
        guard let number else { return }
        guard number > released else {
            self.number = nil
            marks = []
            output.append(moving: &bytes)
            return
        }
        let passed = marks.prefix { $0.number <= released }
        guard let end = passed.last?.end else { return }
        bytes.withBytes { output.append($0, in: 0..<end) }
        bytes.removeFirst(end)
        marks.removeFirst(passed.count)
        for index in marks.indices {
            marks[index].end -= end
        }
    }

    /// Drops the withheld responses, because the peer no longer reads; later responses are still withheld.
    mutating func forget() {
        bytes = ByteBuffer()
        marks = []
    }

    /// Removes and returns all withheld responses; later responses are not withheld.
    mutating func takeAll() -> ByteBuffer {
        number = nil
        marks = []
        var all = ByteBuffer()
        all.append(moving: &bytes)
        return all
    }
}
