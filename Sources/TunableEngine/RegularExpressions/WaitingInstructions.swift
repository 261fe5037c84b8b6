/// A set of instructions that keeps their order and is emptied in constant time.
struct WaitingInstructions {
    private var members: [Int32]
    // The index in `members` of each instruction. An entry counts only if `members` has the instruction there (Briggs
    // and Torczon).
    private var positions: [Int32]
    private(set) var count = 0

    init(capacity: Int) {
        members = [Int32](repeating: 0, count: capacity)
        positions = [Int32](repeating: 0, count: capacity)
    }

    var isEmpty: Bool { count == 0 }

    /// The instructions, in the order in which they were added.
    var all: [Int32] { Array(members[..<count]) }

    subscript(position: Int) -> Int { Int(members[position]) }

    /// Adds an instruction and returns whether it was new.
    mutating func insert(_ instruction: Int) -> Bool {
        let position = Int(positions[instruction])
        guard position >= count || members[position] != instruction else { return false }
        members[count] = Int32(truncatingIfNeeded: instruction)
        positions[instruction] = Int32(truncatingIfNeeded: count)
        count += 1
        return true
    }

    /// Replaces all instructions.
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
