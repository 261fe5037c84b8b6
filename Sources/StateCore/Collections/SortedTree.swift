/// A copy-on-write sorted set: a balanced tree of immutable nodes.
///
/// A copy costs one reference. A change creates new nodes only on the path to the changed element.
struct SortedTree<Element: Comparable & Sendable>: Sendable {
    private var root: Node?

    private final class Node: Sendable {
        let element: Element
        let left: Node?
        let right: Node?
        let height: Int

        init(_ element: Element, _ left: Node?, _ right: Node?) {
            self.element = element
            self.left = left
            self.right = right
            height = 1 + max(left?.height ?? 0, right?.height ?? 0)
        }
    }

    /// The number of nodes on the longest path from the root.
    var height: Int { root?.height ?? 0 }

    /// The least element.
    var first: Element? {
        var node = root
        while let left = node?.left {
            node = left
        }
        return node?.element
    }

    /// Calls `body` with the elements in ascending order until it returns false.
    func visit(_ body: (Element) -> Bool) {
        _ = SortedTree.visit(root, body)
    }

    private static func visit(_ node: Node?, _ body: (Element) -> Bool) -> Bool {
        guard let node else { return true }
        return visit(node.left, body) && body(node.element) && visit(node.right, body)
    }

    /// Adds an element, and returns whether it was missing.
    mutating func insert(_ element: Element) -> Bool {
        guard let changed = SortedTree.inserting(element, into: root) else { return false }
        root = changed
        return true
    }

    /// Removes an element, and returns whether it was present.
    mutating func remove(_ element: Element) -> Bool {
        guard contains(element) else { return false }
        root = SortedTree.removing(element, from: root)
        return true
    }

    private func contains(_ element: Element) -> Bool {
        var next = root
        while let node = next {
            if element < node.element {
                next = node.left
            } else if node.element < element {
                next = node.right
            } else {
                return true
            }
        }
        return false
    }

    /// Returns the tree with an element, or nil if the tree has the element already.
    private static func inserting(_ element: Element, into node: Node?) -> Node? {
        guard let node else { return Node(element, nil, nil) }
        if element < node.element {
            return inserting(element, into: node.left).map { balanced(node.element, $0, node.right) }
        }
        guard node.element < element else { return nil }
        return inserting(element, into: node.right).map { balanced(node.element, node.left, $0) }
    }

    private static func removing(_ element: Element, from node: Node?) -> Node? {
        guard let node else { return nil }
        if element < node.element {
            return balanced(node.element, removing(element, from: node.left), node.right)
        }
        if node.element < element {
            return balanced(node.element, node.left, removing(element, from: node.right))
        }
        guard let right = node.right else { return node.left }
        let (next, rest) = removingFirst(from: right)
        return balanced(next, node.left, rest)
    }

    private static func removingFirst(from node: Node) -> (first: Element, rest: Node?) {
        guard let left = node.left else { return (node.element, node.right) }
        let (first, rest) = removingFirst(from: left)
        return (first, balanced(node.element, rest, node.right))
    }

    /// Returns a balanced node above two trees, whose heights may differ by at most two.
    private static func balanced(_ element: Element, _ left: Node?, _ right: Node?) -> Node {
        let lean = (left?.height ?? 0) - (right?.height ?? 0)
        if lean > 1, let left {
            guard let inner = left.right, inner.height > left.left?.height ?? 0 else {
                return Node(left.element, left.left, Node(element, left.right, right))
            }
            let (low, high) = (Node(left.element, left.left, inner.left), Node(element, inner.right, right))
            return Node(inner.element, low, high)
        }
        if lean < -1, let right {
            guard let inner = right.left, inner.height > right.right?.height ?? 0 else {
                return Node(right.element, Node(element, left, right.left), right.right)
            }
            let (low, high) = (Node(element, left, inner.left), Node(right.element, inner.right, right.right))
            return Node(inner.element, low, high)
        }
        return Node(element, left, right)
    }
}
