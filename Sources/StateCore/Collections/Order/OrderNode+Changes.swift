extension OrderNode {
    static let leafLimit = 64
    /// The most children.
    ///
    /// It is less than ``leafLimit`` because copying a node must retain each child.
    static let branchLimit = 32
    /// The most bytes of keys.
    ///
    /// A node that would exceed it is split, unless its memory has room already.
    static let textLimit = 2_048

    private var limit: Int { level == 0 ? OrderNode.leafLimit : OrderNode.branchLimit }

    /// Whether the node has so few keys that it should be merged with a neighbor.
    var isSparse: Bool { count * 4 < limit }

    // MARK: Adding

    /// Adds a missing key and its child to the node at `pointer`, and returns the new right sibling if the node was
    /// split.
    static func insert(
        _ key: KeyBytes,
        child: OrderNode?,
        at index: Int,
        in pointer: UnsafeMutablePointer<OrderNode>
    ) -> OrderNode? {
        let node = unsafe pointer.pointee
        let common = key.commonCount(with: node.prefix)
        let textCount = node.textCount + key.count - common
        guard common == node.prefixCount, node.count < node.limit, textCount <= max(textLimit, node.textCapacity) else {
            return unsafe rebuild(pointer, with: key, child: child, at: index)
        }
        if node.node.isShared || node.count == node.capacity || textCount > node.textCapacity {
            let capacity = min(node.limit, (node.count + 8) & ~7)
            unsafe pointer.pointee = node.withRoom(
                capacity: capacity,
                textCapacity: max(textCount, textCount * capacity / (node.count + 1))
            )
        }
        unsafe pointer.pointee.insertWhereThereIsRoom(key.dropFirst(common), child: child, at: index)
        return nil
    }

    private func insertWhereThereIsRoom(_ rest: KeyBytes, child: OrderNode?, at index: Int) {
        let count = count
        precondition(index <= count && count < capacity && textCount + rest.count <= textCapacity, "a node has room")
        let begin = unsafe Int(ends[index])
        unsafe (text + begin + rest.count).copyMemory(from: text + begin, byteCount: textCount - begin)
        unsafe rest.copy(to: text + begin)
        var entry = count
        while entry >= index {
            unsafe ends[entry + 1] = ends[entry] + UInt16(rest.count)
            entry -= 1
        }
        if let child {
            unsafe (children + index + 1).update(from: children + index, count: count - index)
            unsafe (children + index).initialize(to: child)
        }
        unsafe header.pointee.count += 1
    }

    /// Consumes a reference, and returns a new node whose first child has no lower bound.
    func withoutLowerBound() -> OrderNode {
        OrderRun.withScratch(capacity: count) { run in
            run.append(key(at: 0).prefix(0), child: unsafe children[0])
            run.append(self, in: 1..<count)
            let node = run.node(level: level, in: 0..<count)
            release()
            return node
        }
    }

    private static func rebuild(
        _ pointer: UnsafeMutablePointer<OrderNode>,
        with key: KeyBytes,
        child: OrderNode?,
        at index: Int
    ) -> OrderNode? {
        let node = unsafe pointer.pointee
        let count = node.count + 1
        return OrderRun.withScratch(capacity: count) { run in
            run.append(node, in: 0..<index)
            run.append(KeyPieces(key), child: child)
            run.append(node, in: index..<node.count)
            var right: OrderNode?
            let whole = run.textCount(in: 0..<count)
            if count > node.limit || (whole > textLimit && count > 1) {
                // For keys inserted in ascending order, keep the left node full instead of splitting it in half.
                let middle = index == node.count ? index : count / 2
                unsafe pointer.pointee = run.node(level: node.level, in: 0..<middle)
                right = run.node(level: node.level, in: middle..<count)
            } else {
                unsafe pointer.pointee = run.node(level: node.level, in: 0..<count)
            }
            child?.release()
            node.release()
            return right
        }
    }

    /// Returns how many bytes of this node's first key distinguish it from all keys of a node to the left.
    func distinguishingCount(from left: OrderNode) -> Int {
        let first = key(at: 0)
        // The lower bound of a child must stay whole, because keys were placed by it.
        guard level == 0 else { return first.count }
        return min(first.count, first.commonCount(with: left.key(at: left.count - 1)) + 1)
    }

    // MARK: Removing

    /// Removes the key and the child at an index.
    ///
    /// The node must have one owner.
    func remove(at index: Int) {
        let count = count
        // If the first child is removed, the second takes over its bound, because keys between the two bounds are now
        // searched there.
        let gone = level > 0 && index == 0 && count > 1 ? 1 : index
        let begin = unsafe Int(ends[gone])
        let length = unsafe Int(ends[gone + 1]) - begin
        unsafe (text + begin).copyMemory(from: text + begin + length, byteCount: textCount - begin - length)
        for entry in gone..<count {
            unsafe ends[entry] = ends[entry + 1] - UInt16(length)
        }
        if level > 0 {
            unsafe (children + index).update(from: children + index + 1, count: count - index - 1)
        }
        unsafe header.pointee.count -= 1
    }

    /// Merges two adjacent children if the result leaves at least a quarter of a node free.
    func joinChildren(at index: Int) {
        let left = unsafe children[index]
        let right = unsafe children[index + 1]
        let count = left.count + right.count
        guard count * 4 <= left.limit * 3 else { return }
        let joined: OrderNode? = key(at: index + 1).withBytes(first: key(at: index + 1).count) { bound in
            OrderRun.withScratch(capacity: count) { run in
                run.append(left, in: 0..<left.count)
                if right.level > 0 {
                    // The first bound in the right node may be greater than the bound in its parent, by which keys
                    // were placed.
                    run.append(KeyPieces(bound), child: unsafe right.children[0])
                    run.append(right, in: 1..<right.count)
                } else {
                    run.append(right, in: 0..<right.count)
                }
                guard run.textCount(in: 0..<count) <= OrderNode.textLimit else { return nil }
                return run.node(level: left.level, in: 0..<count)
            }
        }
        guard let joined else { return }
        unsafe children[index] = joined
        remove(at: index + 1)
        left.release()
        right.release()
    }
}
