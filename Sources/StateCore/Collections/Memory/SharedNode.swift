import Synchronization

/// Reference-counted memory of a node, which several versions of a map may share.
///
/// It begins with the count of owners.
///
/// An owner may read the node. A sole owner may also change it. Each owner releases it once. A class instance would
/// let the runtime retain and release each node during a lookup, and its header takes sixteen bytes instead of four.
@safe
struct SharedNode {
    /// The offset of the content after the count.
    static let countSize = 4

    let start: UnsafeMutableRawPointer

    /// Allocates memory with one owner.
    init(byteCount: Int) {
        unsafe start = .allocate(byteCount: byteCount, alignment: 16)
        unsafe holders.initialize(to: Atomic(1))
    }

    init(at start: UnsafeMutableRawPointer) {
        unsafe self.start = start
    }

    private var holders: UnsafeMutablePointer<Atomic<UInt32>> {
        unsafe start.assumingMemoryBound(to: Atomic<UInt32>.self)
    }

    /// Whether the node has other owners.
    ///
    /// If this owner is alone, no other thread can become an owner, because only an owner can copy its reference.
    @inline(__always)
    var isShared: Bool { unsafe holders.pointee.load(ordering: .acquiring) != 1 }

    @inline(__always)
    func hold() {
        unsafe _ = holders.pointee.wrappingAdd(1, ordering: .relaxed)
    }

    /// Releases one reference, and returns whether it was the last.
    ///
    /// After the last reference, the caller must deinitialize the content and call ``free()``.
    @inline(__always)
    func releaseReference() -> Bool {
        // A sole owner needs no atomic decrement.
        guard isShared else { return true }
        return unsafe holders.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }

    func free() {
        unsafe holders.deinitialize(count: 1)
        unsafe start.deallocate()
    }

    /// Returns the largest size that takes no more of the allocator's memory than `byteCount` bytes do.
    static func roundedSize(_ byteCount: Int) -> Int { (byteCount + 8 + 15) & ~15 - 8 }
}
