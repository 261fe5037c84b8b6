/// An inner node of a trie: one slot for each value of the next bits of a hash.
@safe
struct TrieBranch {
    /// The bits of the hash that one level uses, from the highest bits down.
    ///
    /// More bits make the trie less deep, but copying a branch must then retain more nodes.
    static let bitCount = 4
    static let width = 1 << bitCount
    /// The most levels: after them, no bits of the hash are left.
    static let maximumDepth = 64 / bitCount

    let node: SharedNode

    @inline(__always)
    init(node: SharedNode) { self.node = node }

    /// Allocates a branch of empty slots.
    init() {
        node = SharedNode(byteCount: 8 + TrieBranch.width * MemoryLayout<TrieSlot>.stride)
        unsafe slots.initialize(repeating: .empty, count: TrieBranch.width)
        count = 0
    }

    /// The number of entries below.
    var count: Int {
        get { Int(unsafe node.start.load(fromByteOffset: SharedNode.countSize, as: UInt32.self)) }
        nonmutating set {
            unsafe node.start.storeBytes(of: UInt32(newValue), toByteOffset: SharedNode.countSize, as: UInt32.self)
        }
    }

    @inline(__always)
    var slots: UnsafeMutablePointer<TrieSlot> {
        unsafe (node.start + 8).assumingMemoryBound(to: TrieSlot.self)
    }

    /// Returns the slot for the highest bits of the remaining hash.
    @inline(__always)
    func slot(for path: UInt64) -> UnsafeMutablePointer<TrieSlot> {
        unsafe slots + Int(truncatingIfNeeded: path &>> UInt64(64 - TrieBranch.bitCount))
    }

    /// Returns a copy of the branch with one owner, which retains the nodes below.
    func copy() -> TrieBranch {
        let copy = TrieBranch(node: SharedNode(byteCount: 8 + TrieBranch.width * MemoryLayout<TrieSlot>.stride))
        copy.count = count
        unsafe copy.slots.initialize(from: slots, count: TrieBranch.width)
        // Most nodes below are not in the processor's cache, and the processor finishes each atomic increment before
        // it begins the next. Plain reads of all counts let it load them at the same time.
        var seen: UInt32 = 0
        for index in 0..<TrieBranch.width {
            let slot = unsafe slots[index]
            if !slot.isEmpty {
                seen |= unsafe slot.node.start.load(fromByteOffset: SharedNode.countSize, as: UInt32.self)
            }
        }
        precondition(seen != 0, "a branch has something below")
        for index in 0..<TrieBranch.width {
            unsafe slots[index].hold()
        }
        return copy
    }
}
