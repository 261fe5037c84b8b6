/// A node of a tree of sorted keys, in one allocation.
///
/// In a leaf, the keys are those of the map. In a branch, each key is the lower bound of a child: no key in that
/// child or in a later child is less. The common prefix of the keys is stored once. Adjacent keys have long common
/// prefixes, so that each key takes only a few bytes.
@safe
struct OrderNode {
    struct Header {
        var count: UInt16
        var capacity: UInt16
        /// 0 for a leaf; otherwise one more than the level of the children.
        var level: UInt16
        /// The length of the common prefix.
        var prefixCount: UInt16
        /// The capacity for bytes of keys, including the common prefix.
        var textCapacity: UInt32
    }

    let node: SharedNode

    /// Allocates a node without keys.
    init(level: Int, capacity: Int, prefixCount: Int, textCapacity: Int) {
        let textOffset = OrderNode.textOffset(level: level, capacity: capacity)
        let byteCount = SharedNode.roundedSize(textOffset + textCapacity)
        node = SharedNode(byteCount: byteCount)
        unsafe header.initialize(
            to: Header(
                count: 0,
                capacity: UInt16(capacity),
                level: UInt16(level),
                prefixCount: UInt16(prefixCount),
                textCapacity: UInt32(byteCount - textOffset)
            )
        )
        unsafe ends[0] = UInt16(prefixCount)
    }

    // MARK: Layout

    var header: UnsafeMutablePointer<Header> {
        unsafe (node.start + SharedNode.countSize).assumingMemoryBound(to: Header.self)
    }

    var count: Int { Int(unsafe header.pointee.count) }
    var capacity: Int { Int(unsafe header.pointee.capacity) }
    var level: Int { Int(unsafe header.pointee.level) }
    var prefixCount: Int { Int(unsafe header.pointee.prefixCount) }

    /// The bytes of the common prefix and of the rests of all keys.
    var textCount: Int { Int(unsafe ends[count]) }
    var textCapacity: Int { Int(unsafe header.pointee.textCapacity) }

    private static func endsOffset(level: Int, capacity: Int) -> Int {
        16 + (level == 0 ? 0 : capacity * MemoryLayout<OrderNode>.stride)
    }

    private static func textOffset(level: Int, capacity: Int) -> Int {
        endsOffset(level: level, capacity: capacity) + 2 * (capacity + 1)
    }

    var children: UnsafeMutablePointer<OrderNode> {
        unsafe (node.start + 16).assumingMemoryBound(to: OrderNode.self)
    }

    /// The offsets in `text` where the rests end.
    ///
    /// The first element is the end of the common prefix.
    var ends: UnsafeMutablePointer<UInt16> {
        unsafe (node.start + OrderNode.endsOffset(level: level, capacity: capacity))
            .assumingMemoryBound(to: UInt16.self)
    }

    var text: UnsafeMutableRawPointer {
        unsafe node.start + OrderNode.textOffset(level: level, capacity: capacity)
    }

    /// The common prefix of all keys.
    var prefix: KeyBytes { unsafe KeyBytes(start: text, count: prefixCount) }

    /// Returns the bytes of a key after the common prefix.
    func rest(at index: Int) -> KeyBytes {
        let begin = unsafe ends[index]
        return unsafe KeyBytes(start: text + Int(begin), count: Int(ends[index + 1] - begin))
    }

    func key(at index: Int) -> KeyPieces { KeyPieces(prefix, rest(at: index)) }

    // MARK: Lookup

    /// Returns the number of keys that are less than `key`, and whether the key at that index is equal.
    func search(_ key: KeyBytes) -> (index: Int, isFound: Bool) {
        let prefix = prefix
        let common = key.commonCount(with: prefix)
        guard common == prefix.count else {
            let isBefore = common == key.count || key[common] < prefix[common]
            return (isBefore ? 0 : count, false)
        }
        let rest = key.dropFirst(common)
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) >> 1
            if self.rest(at: middle) < rest {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return (low, low < count && self.rest(at: low) == rest)
    }

    /// Returns the index of the child that may contain a key.
    ///
    /// A key before all bounds belongs to the first child.
    func childIndex(for key: KeyBytes) -> Int {
        let (index, isFound) = search(key)
        return isFound ? index : max(0, index - 1)
    }

    // MARK: Ownership

    /// Releases one reference; after the last one it frees the node and releases the children.
    func release() {
        guard node.releaseReference() else { return }
        if level > 0 {
            for index in 0..<count {
                unsafe children[index].release()
            }
        }
        node.free()
    }

    /// Consumes a reference, and returns a node with equal content and one owner.
    func unshared() -> OrderNode {
        node.isShared ? withRoom(capacity: count, textCapacity: textCount) : self
    }

    /// Consumes a reference, and returns a new node with equal content and the given capacities.
    func withRoom(capacity: Int, textCapacity: Int) -> OrderNode {
        let copy = OrderNode(level: level, capacity: capacity, prefixCount: prefixCount, textCapacity: textCapacity)
        unsafe UnsafeMutableRawPointer(copy.ends).copyMemory(from: ends, byteCount: 2 * (count + 1))
        unsafe copy.text.copyMemory(from: text, byteCount: textCount)
        unsafe copy.header.pointee.count = header.pointee.count
        guard level > 0 else {
            release()
            return copy
        }
        unsafe copy.children.initialize(from: children, count: count)
        if node.isShared {
            for index in 0..<count {
                unsafe children[index].node.hold()
            }
            release()
        } else {
            node.free()
        }
        return copy
    }
}
