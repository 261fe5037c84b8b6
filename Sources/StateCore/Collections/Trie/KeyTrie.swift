/// A copy-on-write hash trie: the bits of a key's hash select the path to a leaf with few entries.
///
/// A copy shares all nodes. A change first copies the shared nodes on its path: one or two branches, or four with a
/// million keys, and a leaf. A returned pointer is valid until the next change.
struct KeyTrie<Value: Sendable, Hash: KeyHash>: ~Copyable {
    /// The most entries of a leaf.
    ///
    /// A leaf that would have more is split.
    static var leafLimit: Int { 48 }
    /// A branch with at most this many entries becomes a leaf.
    ///
    /// The value is far below ``leafLimit``, so that a branch and a leaf do not alternate.
    static var branchMinimum: Int { 16 }

    private(set) var root: TrieSlot

    init() { root = .empty }

    private init(root: TrieSlot) { self.root = root }

    deinit {
        root.release(of: Value.self)
    }

    /// Returns a trie that shares all nodes with this one.
    func copy() -> KeyTrie {
        root.hold()
        return KeyTrie(root: root)
    }

    var count: Int { root.count(of: Value.self) }

    static func hash(of key: KeyBytes) -> UInt64 { key.withSpan { Hash.of($0) } }

    // MARK: Lookup

    /// Returns a pointer to read a key's value, or nil if there is none.
    @inline(__always)
    func find(_ key: KeyBytes, hash: UInt64) -> UnsafePointer<Value>? {
        var slot = root
        var path = hash
        while slot.isNoLeaf {
            guard !slot.isEmpty else { return nil }
            slot = unsafe slot.branch.slot(for: path).pointee
            path &<<= UInt64(TrieBranch.bitCount)
        }
        let leaf = slot.leaf(of: Value.self)
        guard let index = leaf.index(of: key, tag: TrieLeaf<Value>.tag(of: hash)) else { return nil }
        return unsafe UnsafePointer(leaf.values + index)
    }

    /// Calls `body` with each entry, in an unspecified order.
    func visit<Failure: Error>(_ body: (KeyBytes, borrowing Value) throws(Failure) -> Void) throws(Failure) {
        try KeyTrie.visit(in: root, body)
    }

    private static func visit<Failure: Error>(
        in slot: TrieSlot,
        _ body: (KeyBytes, borrowing Value) throws(Failure) -> Void
    ) throws(Failure) {
        guard !slot.isEmpty else { return }
        if slot.isNoLeaf {
            for index in 0..<TrieBranch.width {
                try visit(in: unsafe slot.branch.slots[index], body)
            }
        } else {
            let leaf = slot.leaf(of: Value.self)
            for index in 0..<leaf.count {
                try body(leaf.key(at: index), unsafe leaf.values[index])
            }
        }
    }

    /// Calls `body` with the keys whose entries may differ from those of another trie, and skips what both share.
    ///
    /// It may pass a key twice, and may pass a key with equal entries.
    func visitDifferences<Failure: Error>(
        from other: borrowing KeyTrie,
        _ body: (KeyBytes) throws(Failure) -> Void
    ) throws(Failure) {
        try KeyTrie.visitDifferences(root, other.root, body)
    }

    private static func visitDifferences<Failure: Error>(
        _ slot: TrieSlot,
        _ other: TrieSlot,
        _ body: (KeyBytes) throws(Failure) -> Void
    ) throws(Failure) {
        guard slot != other else { return }
        if slot.isBranch, other.isBranch {
            for index in 0..<TrieBranch.width {
                try unsafe visitDifferences(slot.branch.slots[index], other.branch.slots[index], body)
            }
        } else {
            try visit(in: slot) { (key, _) throws(Failure) in try body(key) }
            try visit(in: other) { (key, _) throws(Failure) in try body(key) }
        }
    }

    // MARK: Changing

    /// Returns a pointer to change a key's value, or nil if there is none.
    ///
    /// It first copies all shared nodes on the path.
    mutating func claim(_ key: KeyBytes, hash: UInt64) -> UnsafeMutablePointer<Value>? {
        unsafe withUnsafeMutablePointer(to: &root) { root in
            var slot = unsafe root
            var path = hash
            while unsafe slot.pointee.isNoLeaf {
                guard unsafe !slot.pointee.isEmpty else { return nil }
                let branch = unsafe KeyTrie.unshare(slot)
                unsafe slot = branch.slot(for: path)
                path &<<= UInt64(TrieBranch.bitCount)
            }
            let found = unsafe slot.pointee.leaf(of: Value.self)
            guard let index = found.index(of: key, tag: TrieLeaf<Value>.tag(of: hash)) else { return nil }
            let leaf = found.unshared()
            unsafe slot.pointee = TrieSlot(leaf)
            return unsafe leaf.values + index
        }
    }

    /// Adds a missing key.
    mutating func insert(_ value: consuming Value, for key: KeyBytes, hash: UInt64) {
        let tag = TrieLeaf<Value>.tag(of: hash)
        let leaf = unsafe withUnsafeMutablePointer(to: &root) { root in
            var slot = unsafe root
            var path = hash
            var depth = 0
            while true {
                if unsafe slot.pointee.isNoLeaf, unsafe !slot.pointee.isEmpty {
                    let branch = unsafe KeyTrie.unshare(slot)
                    branch.count += 1
                    unsafe slot = branch.slot(for: path)
                    path &<<= UInt64(TrieBranch.bitCount)
                    depth += 1
                } else if unsafe slot.pointee.isEmpty {
                    let leaf = TrieLeaf<Value>(capacity: 4, textCapacity: 4 * key.count)
                    unsafe slot.pointee = TrieSlot(leaf)
                    return leaf
                } else {
                    let leaf = unsafe slot.pointee.leaf(of: Value.self)
                    if leaf.count < KeyTrie.leafLimit || depth == TrieBranch.maximumDepth {
                        let roomy = leaf.withRoom(for: key.count)
                        unsafe slot.pointee = TrieSlot(roomy)
                        return roomy
                    }
                    unsafe slot.pointee = TrieSlot(KeyTrie.split(leaf, depth: depth))
                }
            }
        }
        leaf.append(value, for: key, tag: tag)
    }

    /// Removes a key.
    ///
    /// The caller must have claimed the key and moved its value out.
    mutating func forget(_ key: KeyBytes, hash: UInt64) {
        unsafe withUnsafeMutablePointer(to: &root) { root in
            var slot = unsafe root
            var path = hash
            var sparse: UnsafeMutablePointer<TrieSlot>?
            while unsafe slot.pointee.isNoLeaf {
                let branch = unsafe KeyTrie.unshare(slot)
                branch.count -= 1
                if branch.count <= KeyTrie.branchMinimum, unsafe sparse == nil {
                    unsafe sparse = slot
                }
                unsafe slot = branch.slot(for: path)
                path &<<= UInt64(TrieBranch.bitCount)
            }
            let leaf = unsafe slot.pointee.leaf(of: Value.self)
            guard let index = leaf.index(of: key, tag: TrieLeaf<Value>.tag(of: hash)) else {
                preconditionFailure("only a key that is there can be forgotten")
            }
            leaf.remove(at: index)
            if leaf.count == 0 {
                leaf.release()
                unsafe slot.pointee = .empty
            } else {
                unsafe slot.pointee = TrieSlot(leaf.isWasteful ? leaf.fitted() : leaf)
            }
            if let sparse = unsafe sparse {
                unsafe sparse.pointee = KeyTrie.gathered(sparse.pointee)
            }
        }
    }

    /// Ensures that the branch in a slot has one owner, and returns the branch.
    @inline(__always)
    private static func unshare(_ slot: UnsafeMutablePointer<TrieSlot>) -> TrieBranch {
        let shared = unsafe slot.pointee
        precondition(!shared.isEmpty, "the way to a key that is there ends at a leaf")
        guard shared.node.isShared else { return shared.branch }
        let branch = shared.branch.copy()
        unsafe slot.pointee = TrieSlot(branch)
        shared.release(of: Value.self)
        return branch
    }

    /// Consumes a reference to a leaf, and returns a branch with its entries.
    private static func split(_ leaf: TrieLeaf<Value>, depth: Int) -> TrieBranch {
        let branch = TrieBranch()
        branch.count = leaf.count
        leaf.dissolve { key, value in
            let hash = hash(of: key)
            let slot = unsafe branch.slot(for: hash &<< UInt64(depth * TrieBranch.bitCount))
            let leaf =
                if unsafe slot.pointee.isEmpty {
                    TrieLeaf<Value>(capacity: 4, textCapacity: 4 * key.count)
                } else {
                    unsafe slot.pointee.leaf(of: Value.self).withRoom(for: key.count)
                }
            unsafe slot.pointee = TrieSlot(leaf)
            leaf.append(value, for: key, tag: TrieLeaf<Value>.tag(of: hash))
        }
        return branch
    }

    /// Consumes a reference to a branch, and returns a leaf with the entries below it, or an empty slot.
    private static func gathered(_ branch: TrieSlot) -> TrieSlot {
        guard branch.count(of: Value.self) > 0 else {
            branch.release(of: Value.self)
            return .empty
        }
        var textCount = 0
        visit(in: branch) { key, _ in textCount += key.count }
        let leaf = TrieLeaf<Value>(capacity: (branch.count(of: Value.self) + 3) & ~3, textCapacity: textCount)
        visit(in: branch) { key, value in
            leaf.append(copy value, for: key, tag: TrieLeaf<Value>.tag(of: hash(of: key)))
        }
        branch.release(of: Value.self)
        return TrieSlot(leaf)
    }
}
