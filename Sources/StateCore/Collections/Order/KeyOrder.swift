/// Sorted keys: a tree of nodes that copies share until they change.
struct KeyOrder: ~Copyable {
    /// The most bytes of a key.
    ///
    /// A visit allocates a buffer of this size.
    static let maximumKeyCount = 256

    private var root: OrderNode?

    init() { root = nil }

    /// Takes over a reference to the root.
    init(root: OrderNode?) { self.root = root }

    deinit {
        root?.release()
    }

    /// Returns an order that shares all nodes with this one.
    func copy() -> KeyOrder {
        root?.node.hold()
        return KeyOrder(root: root)
    }

    static func checkCount(of key: KeyBytes) {
        precondition(key.count > 0 && key.count <= maximumKeyCount, "a key has 1 to 256 bytes")
    }

    // MARK: Visiting

    /// Calls `body` with each key from `start` on until it returns false, and returns whether it never did.
    ///
    /// `included` is whether the visit covers `start` itself.
    func visit<Failure: Error>(
        from start: KeyBytes,
        included: Bool,
        _ body: (KeyBytes) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        guard let root else { return true }
        var failure: Failure?
        let isDone = unsafe withUnsafeTemporaryAllocation(
            byteCount: KeyOrder.maximumKeyCount,
            alignment: 8
        ) { buffer in
            do throws(Failure) {
                let memory = unsafe buffer.baseAddress.unsafelyUnwrapped
                return try unsafe KeyOrder.visit(root, from: start, included: included, in: memory, body)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return isDone
    }

    private static func visit<Failure: Error>(
        _ node: OrderNode,
        from start: KeyBytes?,
        included: Bool,
        in memory: UnsafeMutableRawPointer,
        _ body: (KeyBytes) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        guard node.level == 0 else {
            let first = start.map { node.childIndex(for: $0) } ?? 0
            for index in first..<node.count {
                let child = unsafe node.children[index]
                let start = index == first ? start : nil
                guard try unsafe visit(child, from: start, included: included, in: memory, body) else { return false }
            }
            return true
        }
        var first = 0
        if let start {
            let found = node.search(start)
            first = found.isFound && !included ? found.index + 1 : found.index
        }
        let prefix = node.prefix
        unsafe prefix.copy(to: memory)
        for index in first..<node.count {
            let rest = node.rest(at: index)
            unsafe rest.copy(to: memory + prefix.count)
            guard try body(unsafe KeyBytes(start: memory, count: prefix.count + rest.count)) else { return false }
        }
        return true
    }

    // MARK: Changing

    /// Adds a missing key.
    mutating func insert(_ key: KeyBytes) {
        guard var top = root else {
            root = OrderRun.withScratch(capacity: 1) { run in
                run.append(KeyPieces(key), child: nil)
                return run.node(level: 0, in: 0..<1)
            }
            return
        }
        let right = unsafe withUnsafeMutablePointer(to: &top) { unsafe KeyOrder.insert(key, below: $0) }
        if let right {
            top = KeyOrder.node(above: top, right)
        }
        root = top
    }

    /// Adds a key below the node at `pointer`, and returns the new right sibling if that node was split.
    private static func insert(_ key: KeyBytes, below pointer: UnsafeMutablePointer<OrderNode>) -> OrderNode? {
        guard unsafe pointer.pointee.level > 0 else {
            let index = unsafe pointer.pointee.search(key).index
            return unsafe OrderNode.insert(key, child: nil, at: index, in: pointer)
        }
        var node = unsafe pointer.pointee.unshared()
        let found = node.search(key)
        if found.index == 0, !found.isFound {
            // If the first child is split, the bound of its right half could be less than its own bound. So remove
            // the own bound.
            node = node.withoutLowerBound()
        }
        unsafe pointer.pointee = node
        let index = found.isFound ? found.index : max(0, found.index - 1)
        guard let right = unsafe insert(key, below: node.children + index) else { return nil }
        let boundCount = right.distinguishingCount(from: unsafe node.children[index])
        return right.key(at: 0).withBytes(first: boundCount) { bound in
            unsafe OrderNode.insert(bound, child: right, at: index + 1, in: pointer)
        }
    }

    /// Returns a new root, which takes over the references to both nodes.
    private static func node(above left: OrderNode, _ right: OrderNode) -> OrderNode {
        let bound = right.key(at: 0).prefix(right.distinguishingCount(from: left))
        let node = OrderRun.withScratch(capacity: 2) { run in
            run.append(left.key(at: 0), child: left)
            run.append(bound, child: right)
            return run.node(level: left.level + 1, in: 0..<2)
        }
        _ = left.node.releaseReference()
        _ = right.node.releaseReference()
        return node
    }

    /// Removes a key that must be present.
    mutating func remove(_ key: KeyBytes) {
        guard var top = root else { preconditionFailure("only a key that is there can be removed") }
        unsafe withUnsafeMutablePointer(to: &top) { unsafe KeyOrder.remove(key, below: $0) }
        while top.level > 0, top.count == 1 {
            let child = unsafe top.children[0]
            child.node.hold()
            top.release()
            top = child
        }
        if top.count == 0 {
            top.release()
            root = nil
        } else {
            root = top
        }
    }

    private static func remove(_ key: KeyBytes, below pointer: UnsafeMutablePointer<OrderNode>) {
        let node = unsafe pointer.pointee.unshared()
        unsafe pointer.pointee = node
        guard node.level > 0 else {
            let (index, isFound) = node.search(key)
            precondition(isFound, "only a key that is there can be removed")
            node.remove(at: index)
            return
        }
        let index = node.childIndex(for: key)
        unsafe remove(key, below: node.children + index)
        let child = unsafe node.children[index]
        if child.count == 0 {
            node.remove(at: index)
            child.release()
        } else if child.isSparse, node.count > 1 {
            node.joinChildren(at: index + 1 < node.count ? index : index - 1)
        }
    }
}
