/// The instructions that a search has reached, each once, in the order in which it came to them; emptied in no time.
struct WaitingInstructions {
    private var members: [Int32]
    // Where among the members an instruction stands: believed only where it is really there (Briggs and Torczon).
    private var positions: [Int32]
    private(set) var count = 0

    init(capacity: Int) {
        members = [Int32](repeating: 0, count: capacity)
        positions = [Int32](repeating: 0, count: capacity)
    }

    var isEmpty: Bool { count == 0 }

    /// All of them, in their order.
    var all: [Int32] { Array(members[..<count]) }

    subscript(position: Int) -> Int { Int(members[position]) }

    /// Adds an instruction; answers whether it was new.
    mutating func insert(_ instruction: Int) -> Bool {
        let position = Int(positions[instruction])
        guard position >= count || members[position] != instruction else { return false }
        members[count] = Int32(truncatingIfNeeded: instruction)
        positions[instruction] = Int32(truncatingIfNeeded: count)
        count += 1
        return true
    }

    /// Puts these in the place of all that are there.
    mutating func replace(with instructions: [Int32]) {
        removeAll()
        for instruction in instructions {
            _ = insert(Int(instruction))
        }
    }

    mutating func removeAll() {
        count = 0
    }
}
