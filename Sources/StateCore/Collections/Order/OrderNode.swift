/// A run of keys in the order of their bytes, in one piece of memory.
///
/// At the lowest level they are the map's keys; above, each belongs to a child: no key below that child, or below one
/// behind it, comes before it. What all its keys begin with is kept once. Keys that stand next to each other in the order begin alike, so that here a
/// key takes a few bytes, however long it is.
@safe
struct OrderNode {
    struct Header {
        var count: UInt16
        var capacity: UInt16
        /// 0 for the map's own keys, one more than that of the children otherwise.
        var level: UInt16
        /// How many bytes all keys begin with.
        var prefixCount: UInt16
        /// Room for bytes of keys, those that all begin with included.
        var textCapacity: UInt32
    }

    let node: SharedNode

    /// A node without keys.
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

    // MARK: Where things are

    var header: UnsafeMutablePointer<Header> {
        unsafe (node.start + SharedNode.countSize).assumingMemoryBound(to: Header.self)
    }

    var count: Int { Int(unsafe header.pointee.count) }
    var capacity: Int { Int(unsafe header.pointee.capacity) }
    var level: Int { Int(unsafe header.pointee.level) }
    var prefixCount: Int { Int(unsafe header.pointee.prefixCount) }

    /// How many bytes its keys take.
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

    /// Where in the text the rest of each key ends, behind the end of what all begin with.
    var ends: UnsafeMutablePointer<UInt16> {
        unsafe (node.start + OrderNode.endsOffset(level: level, capacity: capacity))
            .assumingMemoryBound(to: UInt16.self)
    }

    var text: UnsafeMutableRawPointer {
        unsafe node.start + OrderNode.textOffset(level: level, capacity: capacity)
    }

    /// What all keys begin with.
    var prefix: KeyBytes { unsafe KeyBytes(start: text, count: prefixCount) }

    /// What a key has behind that.
    func rest(at index: Int) -> KeyBytes {
        let begin = unsafe ends[index]
        return unsafe KeyBytes(start: text + Int(begin), count: Int(ends[index + 1] - begin))
    }

    func key(at index: Int) -> KeyPieces { KeyPieces(prefix, rest(at: index)) }

    // MARK: Looking

    /// How many keys come before this one, and whether the next one is this.
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

    /// Which child a key is below, if it is there; the first, when it comes before all bounds.
    func childIndex(for key: KeyBytes) -> Int {
        let (index, isFound) = search(key)
        return isFound ? index : max(0, index - 1)
    }

    // MARK: Holding

    /// Ends a hold, and frees the node and what only it holds when that was the last.
    func release() {
        guard node.letGo() else { return }
        if level > 0 {
            for index in 0..<count {
                unsafe children[index].release()
            }
        }
        node.free()
    }

    /// Gives up a hold for one on a node that nobody else holds.
    func unshared() -> OrderNode {
        node.isShared ? withRoom(capacity: count, textCapacity: textCount) : self
    }

    /// Gives up a hold for one on a node of its own, with the same keys and room for more.
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
