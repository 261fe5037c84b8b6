/// A temporary list of keys and children from which nodes are built.
///
/// It does not own the keys and children.
@safe
struct OrderRun {
    private let keys: UnsafeMutablePointer<KeyPieces>
    private let children: UnsafeMutablePointer<OrderNode>
    private(set) var count = 0

    /// Calls `body` with a run that has room for `capacity` keys.
    static func withScratch<Result>(capacity: Int, _ body: (inout OrderRun) -> Result) -> Result {
        unsafe withUnsafeTemporaryAllocation(of: KeyPieces.self, capacity: capacity) { keys in
            unsafe withUnsafeTemporaryAllocation(of: OrderNode.self, capacity: capacity) { children in
                var run = unsafe OrderRun(
                    keys: keys.baseAddress.unsafelyUnwrapped,
                    children: children.baseAddress.unsafelyUnwrapped
                )
                return body(&run)
            }
        }
    }

    mutating func append(_ key: KeyPieces, child: OrderNode?) {
        unsafe (keys + count).initialize(to: key)
        if let child {
            unsafe (children + count).initialize(to: child)
        }
        count += 1
    }

    mutating func append(_ node: OrderNode, in range: Range<Int>) {
        for index in range {
            append(node.key(at: index), child: node.level > 0 ? unsafe node.children[index] : nil)
        }
    }

    /// Returns the length of the common prefix of the keys in a range.
    private func prefixCount(in range: Range<Int>) -> Int {
        unsafe keys[range.lowerBound].commonCount(with: keys[range.upperBound - 1])
    }

    /// Returns how many bytes of keys a node of this range would store.
    func textCount(in range: Range<Int>) -> Int {
        let prefixCount = prefixCount(in: range)
        return range.reduce(prefixCount) { $0 + (unsafe keys[$1].count) - prefixCount }
    }

    /// Returns a new node of a range of keys.
    ///
    /// The node retains its children.
    func node(level: Int, in range: Range<Int>) -> OrderNode {
        let prefixCount = prefixCount(in: range)
        let textCount = textCount(in: range)
        precondition(textCount <= UInt16.max, "a node's offsets are sixteen bits wide")
        let node = OrderNode(level: level, capacity: range.count, prefixCount: prefixCount, textCapacity: textCount)
        unsafe keys[range.lowerBound].withBytes(first: prefixCount) { unsafe $0.copy(to: node.text) }
        for (entry, index) in range.enumerated() {
            let key = unsafe keys[index]
            let begin = unsafe node.ends[entry]
            unsafe key.copy(droppingFirst: prefixCount, to: node.text + Int(begin))
            unsafe node.ends[entry + 1] = begin + UInt16(key.count - prefixCount)
            if level > 0 {
                unsafe (node.children + entry).initialize(to: children[index])
                unsafe children[index].node.hold()
            }
        }
        unsafe node.header.pointee.count = UInt16(range.count)
        return node
    }
}
