/// A reference in a trie: to nothing, a branch or a leaf.
@safe
struct TrieSlot: Equatable {
    /// The node's address, with the lowest bit set for a leaf; 0 for an empty slot.
    private let bits: UInt

    static let empty = TrieSlot()

    private init() { bits = 0 }

    init(_ branch: TrieBranch) { bits = unsafe UInt(bitPattern: branch.node.start) }

    init<Value>(_ leaf: TrieLeaf<Value>) { bits = unsafe UInt(bitPattern: leaf.node.start) | 1 }

    var isEmpty: Bool { bits == 0 }

    /// Whether the slot is a branch or empty.
    @inline(__always)
    var isNoLeaf: Bool { bits & 1 == 0 }

    var isBranch: Bool { isNoLeaf && !isEmpty }

    var node: SharedNode {
        unsafe SharedNode(at: UnsafeMutableRawPointer(bitPattern: bits & ~1).unsafelyUnwrapped)
    }

    /// The branch.
    ///
    /// The slot must be one.
    @inline(__always)
    var branch: TrieBranch { TrieBranch(node: node) }

    /// Returns the leaf.
    ///
    /// The slot must be one.
    @inline(__always)
    func leaf<Value>(of value: Value.Type) -> TrieLeaf<Value> { TrieLeaf(node: node) }

    func hold() {
        if !isEmpty {
            node.hold()
        }
    }

    /// Returns the number of entries below.
    func count<Value>(of value: Value.Type) -> Int {
        guard !isEmpty else { return 0 }
        return isNoLeaf ? branch.count : leaf(of: value).count
    }

    /// Releases one reference to the node, and frees the node after the last one.
    func release<Value>(of value: Value.Type) {
        guard isNoLeaf else {
            leaf(of: value).release()
            return
        }
        guard !isEmpty, node.releaseReference() else { return }
        for index in 0..<TrieBranch.width {
            unsafe branch.slots[index].release(of: value)
        }
        node.free()
    }
}
