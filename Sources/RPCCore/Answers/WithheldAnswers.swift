import JSONCore

/// What a peer was answered and must not see yet: a value that keeps it in order until the number is released that it
/// waits for.
struct WithheldAnswers: ~Copyable {
    /// Where the answers end that wait for a lower number than those behind them.
    private struct Mark {
        let number: UInt64
        var end: Int
    }

    /// Room for a few answers, so that the memory seldom grows.
    private static let firstRoom = 1_024

    /// Whole messages, framed.
    private var bytes = ByteBuffer()
    /// Both rise from one to the next; what is behind the last waits for `number`.
    private var marks: [Mark] = []
    /// What the next answer waits for; none when it may leave at once, and nothing waits before it.
    private var number: UInt64?

    /// Whether the next answer has to wait, though perhaps none does yet.
    var isOn: Bool { number != nil }

    /// Whether no answer waits.
    var isEmpty: Bool { bytes.isEmpty }

    /// How many bytes wait.
    var count: Int { bytes.count }

    /// Lets the answers from here on wait for a number; a lower one than the last changes nothing.
    mutating func withhold(until number: UInt64) {
        if let last = self.number {
            guard number > last else { return }
            if bytes.count > marks.last?.end ?? 0 {
                marks.append(Mark(number: last, end: bytes.count))
            }
        }
        self.number = number
    }

    /// Moves the framed answer that begins at `start` behind those that wait.
    mutating func append(_ output: inout ByteBuffer, from start: Int) {
        if bytes.capacity == 0 {
            bytes.reserve(WithheldAnswers.firstRoom)
        }
        bytes.append(moving: &output, from: start)
    }

    /// Moves what waits for this number or a lower one behind what a buffer holds.
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
        for place in marks.indices {
            marks[place].end -= end
        }
    }

    /// Forgets the answers, which nobody reads any more; those to come have to wait all the same.
    mutating func forget() {
        bytes = ByteBuffer()
        marks = []
    }

    /// Takes the answers out; those to come need not wait.
    mutating func takeAll() -> ByteBuffer {
        number = nil
        marks = []
        var all = ByteBuffer()
        all.append(moving: &bytes)
        return all
    }
}
