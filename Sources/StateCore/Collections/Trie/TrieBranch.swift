/// A step of the way down a trie: one slot for each value of the next bits of a hash.
@safe
struct TrieBranch {
    /// Bits of the hash that a step uses up, from the highest down.
    ///
    /// Wider steps make a shorter way, and more to count when a branch is copied.
    static let bitCount = 4
    static let width = 1 << bitCount
    /// How many steps a hash lasts for.
    static let maximumDepth = 64 / bitCount

    let node: SharedNode

    @inline(__always)
    init(node: SharedNode) { self.node = node }

    /// A branch with nothing below.
    init() {
        node = SharedNode(byteCount: 8 + TrieBranch.width * MemoryLayout<TrieSlot>.stride)
        unsafe slots.initialize(repeating: .empty, count: TrieBranch.width)
        count = 0
    }

    /// How many entries are below.
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

    /// The slot for what is left of a hash.
    @inline(__always)
    func slot(for path: UInt64) -> UnsafeMutablePointer<TrieSlot> {
        unsafe slots + Int(truncatingIfNeeded: path &>> UInt64(64 - TrieBranch.bitCount))
    }

    /// A branch like this one that has one holder, and holds what is below too.
    func copy() -> TrieBranch {
        let copy = TrieBranch(node: SharedNode(byteCount: 8 + TrieBranch.width * MemoryLayout<TrieSlot>.stride))
        copy.count = count
        unsafe copy.slots.initialize(from: slots, count: TrieBranch.width)
        // Nobody has looked at most of what is below for a while, and a processor waits for each counted hold before it
        // begins the next: plain reads first let it fetch all of them at once.
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
