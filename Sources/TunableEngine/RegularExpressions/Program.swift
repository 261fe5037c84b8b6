/// A pattern as a nondeterministic automaton: a list of instructions, of which several may be active at once.
struct Program: Sendable {
    enum Instruction: Sendable {
        /// Reads this character and continues with the next instruction.
        case scalar(UInt32)
        /// Reads a character of the set with this index and continues with the next instruction.
        case set(Int)
        /// Continues with the next instruction if the assertion is true.
        case assertion(SyntaxTree.Assertion)
        /// Continues with both instructions.
        case fork(Int, Int)
        /// Continues with another instruction.
        case jump(Int)
        /// The pattern was found.
        case found
    }

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [ScalarSet] = []

    /// Whether the pattern can match only at the beginning of a text.
    let beginsAtStart: Bool

    /// Creates the program for a tree whose size was checked.
    init(_ tree: SyntaxTree) {
        beginsAtStart = tree.beginsAtStart
        append(tree)
        instructions.append(.found)
    }

    private mutating func append(_ tree: SyntaxTree) {
        switch tree {
        case .empty:
            break
        case .scalar(let value):
            instructions.append(.scalar(value))
        case .set(let set):
            instructions.append(.set(sets.count))
            sets.append(set)
        case .assertion(let assertion):
            instructions.append(.assertion(assertion))
        case .sequence(let parts):
            for part in parts {
                append(part)
            }
        case .alternatives(let parts):
            append(anyOf: parts)
        case .repeated(let part, let least, let most):
            append(part, least: least, most: most)
        }
    }

    private mutating func append(anyOf parts: [SyntaxTree]) {
        var exits: [Int] = []
        for part in parts.dropLast() {
            let choice = appendPlaceholder()
            append(part)
            exits.append(appendPlaceholder())
            instructions[choice] = .fork(choice + 1, instructions.count)
        }
        if let last = parts.last {
            append(last)
        }
        for exit in exits {
            instructions[exit] = .jump(instructions.count)
        }
    }

    private mutating func append(_ part: SyntaxTree, least: Int, most: Int?) {
        guard part.size != 0 else { return }
        for _ in 0..<least {
            append(part)
        }
        guard let most else {
            let choice = appendPlaceholder()
            append(part)
            instructions.append(.jump(choice))
            instructions[choice] = .fork(choice + 1, instructions.count)
            return
        }
        var choices: [Int] = []
        for _ in least..<most {
            choices.append(appendPlaceholder())
            append(part)
        }
        for choice in choices {
            instructions[choice] = .fork(choice + 1, instructions.count)
        }
    }

    /// Appends an instruction that the caller replaces once its target is known, and returns its index.
    private mutating func appendPlaceholder() -> Int {
        instructions.append(.found)
        return instructions.count - 1
    }
}
