/// A place in which a trie keeps what is below: nothing, a branch, or a leaf.
@safe
struct TrieSlot {
    /// An address; a leaf's has its lowest bit set.
    private let bits: UInt

    static let empty = TrieSlot()

    private init() { bits = 0 }

    init(_ branch: TrieBranch) { bits = unsafe UInt(bitPattern: branch.node.start) }

    init<Value>(_ leaf: TrieLeaf<Value>) { bits = unsafe UInt(bitPattern: leaf.node.start) | 1 }

    var isEmpty: Bool { bits == 0 }

    /// Whether it is a branch, or empty.
    @inline(__always)
    var isNoLeaf: Bool { bits & 1 == 0 }

    var node: SharedNode {
        unsafe SharedNode(at: UnsafeMutableRawPointer(bitPattern: bits & ~1).unsafelyUnwrapped)
    }

    /// The branch that it was seen to be.
    @inline(__always)
    var branch: TrieBranch { TrieBranch(node: node) }

    /// The leaf that it was seen to be.
    @inline(__always)
    func leaf<Value>(of value: Value.Type) -> TrieLeaf<Value> { TrieLeaf(node: node) }

    func hold() {
        if !isEmpty {
            node.hold()
        }
    }

    /// How many entries are below.
    func count<Value>(of value: Value.Type) -> Int {
        guard !isEmpty else { return 0 }
        return isNoLeaf ? branch.count : leaf(of: value).count
    }

    /// Ends a hold on what is here, and frees it when that was the last.
    func release<Value>(of value: Value.Type) {
        guard isNoLeaf else {
            leaf(of: value).release()
            return
        }
        guard !isEmpty, node.letGo() else { return }
        for index in 0..<TrieBranch.width {
            unsafe branch.slots[index].release(of: value)
        }
        node.free()
    }
}
