/// A leaf of a trie: the entries whose hashes have a common prefix, in one allocation.
///
/// Copying a leaf retains only the objects in the values. The header is followed by one tag for each entry, the ends
/// of the keys, the values, and the bytes of the keys. So a lookup reads at most one cache line of each.
@safe
struct TrieLeaf<Value> {
    struct Header {
        var count: UInt16
        var capacity: UInt16
        /// The bytes of all keys.
        var textCount: UInt32
        var textCapacity: UInt32
    }

    let node: SharedNode

    @inline(__always)
    init(node: SharedNode) { self.node = node }

    /// Allocates an empty leaf with room for `capacity` entries and at least `textCapacity` bytes of keys.
    init(capacity: Int, textCapacity: Int) {
        let textOffset = TrieLeaf.textOffset(capacity)
        let byteCount = SharedNode.roundedSize(textOffset + textCapacity)
        node = SharedNode(byteCount: byteCount)
        unsafe header.initialize(
            to: Header(
                count: 0,
                capacity: UInt16(capacity),
                textCount: 0,
                textCapacity: UInt32(byteCount - textOffset)
            )
        )
        // Tags are compared eight at a time, including those after the last entry.
        unsafe tags.initializeMemory(as: UInt8.self, repeating: 0, count: TrieLeaf.tagsSize(capacity))
        unsafe ends[0] = 0
    }

    // MARK: Layout

    @inline(__always)
    var header: UnsafeMutablePointer<Header> {
        unsafe (node.start + SharedNode.countSize).assumingMemoryBound(to: Header.self)
    }

    @inline(__always)
    var count: Int { Int(unsafe header.pointee.count) }

    @inline(__always)
    private var capacity: Int { Int(unsafe header.pointee.capacity) }

    @inline(__always)
    private static func tagsSize(_ capacity: Int) -> Int { (capacity &+ 7) & ~7 }

    @inline(__always)
    private static func valuesOffset(_ capacity: Int) -> Int {
        let alignment = MemoryLayout<Value>.alignment
        let end = 16 &+ tagsSize(capacity) &+ 2 &* (capacity &+ 1)
        return (end &+ alignment &- 1) & ~(alignment &- 1)
    }

    @inline(__always)
    private static func textOffset(_ capacity: Int) -> Int {
        valuesOffset(capacity) &+ capacity &* MemoryLayout<Value>.stride
    }

    @inline(__always)
    private var tags: UnsafeMutableRawPointer { unsafe node.start + 16 }

    /// The end of each key.
    ///
    /// The first element is 0, the start of the first key.
    @inline(__always)
    private var ends: UnsafeMutablePointer<UInt16> {
        unsafe (tags + TrieLeaf.tagsSize(capacity)).assumingMemoryBound(to: UInt16.self)
    }

    @inline(__always)
    var values: UnsafeMutablePointer<Value> {
        unsafe (node.start + TrieLeaf.valuesOffset(capacity)).assumingMemoryBound(to: Value.self)
    }

    @inline(__always)
    private var text: UnsafeMutableRawPointer { unsafe node.start + TrieLeaf.textOffset(capacity) }

    @inline(__always)
    func key(at index: Int) -> KeyBytes {
        let begin = unsafe ends[index]
        return unsafe KeyBytes(start: text + Int(begin), count: Int(ends[index &+ 1] &- begin))
    }

    /// Whether less than half of the capacity for entries is used.
    var isWasteful: Bool { count * 2 < capacity }

    // MARK: Lookup

    @inline(__always)
    static func tag(of hash: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: hash) }

    /// Returns the index of a key, or nil if the leaf does not have it.
    @inline(__always)
    func index(of key: KeyBytes, tag: UInt8) -> Int? {
        let count = count
        var offset = 0
        while offset < count {
            var candidates = candidates(for: tag, at: offset)
            while candidates != 0 {
                let index = offset &+ candidates.trailingZeroBitCount &>> 3
                if index < count, self.key(at: index) == key {
                    return index
                }
                candidates &= candidates &- 1
            }
            offset &+= 8
        }
        return nil
    }

    /// Returns a bit for each of the eight entries from `offset` that has a tag.
    ///
    /// A bit may be set for an entry after the first such one that has another tag, and for one that does not exist.
    @inline(__always)
    func candidates(for tag: UInt8, at offset: Int) -> UInt64 {
        let wanted = UInt64(tag) &* 0x0101_0101_0101_0101
        let word = unsafe UInt64(littleEndian: tags.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ wanted
        // Each zero byte sets a bit. Bytes after a zero byte may set one too: comparing the keys excludes them.
        return (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    // MARK: Changing a leaf with one owner

    /// Adds an entry.
    ///
    /// The leaf must have room and one owner.
    func append(_ value: consuming Value, for key: KeyBytes, tag: UInt8) {
        let index = count
        let textCount = Int(unsafe header.pointee.textCount)
        precondition(
            unsafe index < capacity && textCount + key.count <= Int(header.pointee.textCapacity),
            "a leaf has room for what is added"
        )
        unsafe tags.storeBytes(of: tag, toByteOffset: index, as: UInt8.self)
        unsafe ends[index + 1] = UInt16(textCount + key.count)
        unsafe (values + index).initialize(to: value)
        unsafe key.copy(to: text + textCount)
        unsafe header.pointee.count = UInt16(index + 1)
        unsafe header.pointee.textCount = UInt32(textCount + key.count)
    }

    /// Removes an entry whose value was moved out.
    func remove(at index: Int) {
        let behind = count - index - 1
        precondition(index >= 0 && behind >= 0, "an entry of the leaf")
        unsafe (values + index).moveInitialize(from: values + index + 1, count: behind)
        unsafe (tags + index).copyMemory(from: tags + index + 1, byteCount: behind)
        let begin = unsafe Int(ends[index])
        let length = unsafe Int(ends[index + 1]) - begin
        let textCount = Int(unsafe header.pointee.textCount)
        unsafe (text + begin).copyMemory(from: text + begin + length, byteCount: textCount - begin - length)
        for entry in index..<(index + behind) {
            unsafe ends[entry + 1] = ends[entry + 2] - UInt16(length)
        }
        unsafe header.pointee.count -= 1
        unsafe header.pointee.textCount -= UInt32(length)
    }

    // MARK: Ownership

    /// Consumes a reference, and returns a leaf with one owner and room for another key of `added` bytes.
    func withRoom(for added: Int) -> TrieLeaf {
        let needed = count + 1
        let textNeeded = Int(unsafe header.pointee.textCount) + added
        precondition(textNeeded <= UInt16.max, "64 KiB of keys with one hash")
        if !node.isShared, needed <= capacity, textNeeded <= Int(unsafe header.pointee.textCapacity) {
            return self
        }
        // Add room for a few more keys of this length, so that not every insertion moves the entries.
        let larger = (needed + 3) & ~3
        return moved(to: TrieLeaf(capacity: larger, textCapacity: min(textNeeded * larger / needed, Int(UInt16.max))))
    }

    /// Consumes a reference, and returns a leaf with equal entries and one owner.
    @inline(__always)
    func unshared() -> TrieLeaf {
        node.isShared ? fitted() : self
    }

    /// Consumes a reference, and returns a new leaf with equal entries and almost no free room.
    func fitted() -> TrieLeaf {
        moved(to: TrieLeaf(capacity: (count + 3) & ~3, textCapacity: Int(unsafe header.pointee.textCount)))
    }

    private func moved(to leaf: TrieLeaf) -> TrieLeaf {
        let count = count
        unsafe leaf.tags.copyMemory(from: tags, byteCount: count)
        unsafe UnsafeMutableRawPointer(leaf.ends).copyMemory(from: ends, byteCount: 2 * (count + 1))
        unsafe leaf.text.copyMemory(from: text, byteCount: Int(header.pointee.textCount))
        unsafe leaf.header.pointee.count = header.pointee.count
        unsafe leaf.header.pointee.textCount = header.pointee.textCount
        if node.isShared {
            unsafe leaf.values.initialize(from: values, count: count)
            release()
        } else {
            unsafe leaf.values.moveInitialize(from: values, count: count)
            node.free()
        }
        return leaf
    }

    /// Consumes a reference, and passes each entry to `body`, which owns the value.
    func dissolve(_ body: (KeyBytes, consuming Value) -> Void) {
        if node.isShared {
            for index in 0..<count {
                body(key(at: index), unsafe values[index])
            }
            release()
        } else {
            for index in 0..<count {
                body(key(at: index), unsafe (values + index).move())
            }
            node.free()
        }
    }

    /// Releases one reference, and frees the leaf after the last one.
    func release() {
        if node.releaseReference() {
            unsafe values.deinitialize(count: count)
            node.free()
        }
    }
}
