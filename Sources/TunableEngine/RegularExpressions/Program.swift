/// A pattern as an automaton: instructions, of which several may be at work at once.
struct Program: Sendable {
    enum Instruction: Sendable {
        /// Takes this character and goes on.
        case scalar(UInt32)
        /// Takes a character of the set so many behind the first and goes on.
        case set(Int)
        /// Goes on where this is true.
        case assertion(SyntaxTree.Assertion)
        /// Goes on at both places.
        case fork(Int, Int)
        /// Goes on elsewhere.
        case jump(Int)
        /// The pattern was found.
        case found
    }

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [ScalarSet] = []

    /// Whether it can be found at the beginning of a text only.
    let beginsAtStart: Bool

    /// Builds what a tree says; the tree's size was found to be within bounds.
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

    /// Room for an instruction that leads to a place not known yet.
    private mutating func appendPlaceholder() -> Int {
        instructions.append(.found)
        return instructions.count - 1
    }
}
