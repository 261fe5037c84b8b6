import Synchronization

/// Memory that several versions of a map hold together: it begins with the number of its holders.
///
/// It counts for itself, where a class instance would be counted by the runtime: a walk down the nodes then counts nothing,
/// and the header is four bytes in place of sixteen.
/// Whoever holds a node may read it, whoever holds it alone may write to it, and each lets go of it once.
@safe
struct SharedNode {
    /// What comes behind the count begins here.
    static let countSize = 4

    let start: UnsafeMutableRawPointer

    /// New memory with one holder.
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

    /// Whether someone else holds it too; once nobody does, nobody else can begin to.
    @inline(__always)
    var isShared: Bool { unsafe holders.pointee.load(ordering: .acquiring) != 1 }

    @inline(__always)
    func hold() {
        unsafe _ = holders.pointee.wrappingAdd(1, ordering: .relaxed)
    }

    /// Ends one hold; whether it was the last, so that the caller must clear up and free the memory.
    @inline(__always)
    func letGo() -> Bool {
        // The only holder needs no locked instruction to know that it is the last.
        guard isShared else { return true }
        return unsafe holders.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }

    func free() {
        unsafe holders.deinitialize(count: 1)
        unsafe start.deallocate()
    }

    /// The largest size that takes no more of the allocator's memory than `byteCount` does.
    static func roundedSize(_ byteCount: Int) -> Int { (byteCount + 8 + 15) & ~15 - 8 }
}
