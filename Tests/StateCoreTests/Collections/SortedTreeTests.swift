import TestSupport
import Testing

@testable import StateCore

@Suite struct SortedTreeTests {
    /// Returns the largest height of a balanced tree: 1.44 times the binary logarithm.
    private static func maxHeight(of count: Int) -> Int {
        var (lower, upper, height) = (1, 2, 1)
        while upper <= count {
            (lower, upper, height) = (upper, lower + upper + 1, height + 1)
        }
        return count == 0 ? 0 : height
    }

    @Test(arguments: Seeds.all, [8, 100, 10_000])
    func `a tree agrees with a sorted set, stays balanced, and its copies do not change`(
        seed: UInt64,
        variety: Int
    ) {
        var generator = SeededGenerator(seed: seed)
        var tree = SortedTree<Int>()
        var naive: Set<Int> = []
        var held: [(tree: SortedTree<Int>, elements: [Int])] = []
        for step in 0..<600 {
            let element = Int.random(in: 0..<variety, using: &generator)
            // The tree grows at the beginning and shrinks at the end.
            if Int.random(in: 0..<10, using: &generator) < (step < 400 ? 7 : 2) {
                #expect(tree.insert(element) == naive.insert(element).inserted, "seed \(seed)")
            } else {
                let taken = naive.sorted().randomElement(using: &generator) ?? element
                #expect(tree.remove(taken) == (naive.remove(taken) != nil), "seed \(seed)")
                #expect(tree.remove(element) == (naive.remove(element) != nil), "seed \(seed)")
            }
            #expect(tree.first == naive.min(), "seed \(seed)")
            #expect(tree.height <= Self.maxHeight(of: naive.count), "seed \(seed)")
            if step % 100 == 0 {
                held.append((tree, naive.sorted()))
            }
        }
        for (tree, elements) in held + [(tree, naive.sorted())] {
            #expect(tree.elements == elements, "seed \(seed)")
        }
    }

    @Test(arguments: [Array(0..<1_000), Array((0..<1_000).reversed())])
    func `ordered insertions and removals keep the tree balanced`(elements: [Int]) {
        var tree = SortedTree<Int>()
        for element in elements {
            _ = tree.insert(element)
        }
        #expect(tree.height <= Self.maxHeight(of: 1_000))
        for element in elements.prefix(990) {
            _ = tree.remove(element)
        }
        #expect(tree.height <= Self.maxHeight(of: 10))
    }

    @Test func `a visit stops when its body returns false`() {
        var tree = SortedTree<Int>()
        for element in [5, 3, 9, 1, 7] {
            _ = tree.insert(element)
        }
        var visited: [Int] = []
        tree.visit { element in
            visited.append(element)
            return element < 5
        }
        #expect(visited == [1, 3, 5])
    }
}

extension SortedTree {
    fileprivate var elements: [Element] {
        var elements: [Element] = []
        visit { element in
            elements.append(element)
            return true
        }
        return elements
    }
}
