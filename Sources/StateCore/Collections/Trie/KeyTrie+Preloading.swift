import CPreload

extension KeyTrie {
    /// Requests the memory that lookups of these hashes will read, and returns the number of probable entries.
    ///
    /// A single lookup in a large trie waits for memory several times, one after the other. Here the processor waits for
    /// the memory of all lookups at the same time: first for the branches of each level, then for the leaves, then for
    /// the entries.
    @discardableResult
    func preload(_ hashes: Span<UInt64>) -> Int {
        unsafe withUnsafeTemporaryAllocation(of: TrieSlot.self, capacity: hashes.count) { slots in
            unsafe slots.initialize(repeating: root)
            var shift: UInt64 = 0
            while unsafe descend(slots, hashes, shift) {
                shift &+= UInt64(TrieBranch.bitCount)
            }
            var found = 0
            for index in hashes.indices {
                let slot = unsafe slots[index]
                guard !slot.isEmpty else { continue }
                found &+= slot.leaf(of: Value.self).preload(TrieLeaf<Value>.tag(of: hashes[index])) ? 1 : 0
            }
            return found
        }
    }

    /// Replaces each branch by what its slot for the hash contains, and returns whether there was a branch.
    @inline(__always)
    private func descend(
        _ slots: UnsafeMutableBufferPointer<TrieSlot>,
        _ hashes: Span<UInt64>,
        _ shift: UInt64
    ) -> Bool {
        var isDone = true
        for index in hashes.indices {
            let slot = unsafe slots[index]
            guard slot.isNoLeaf, !slot.isEmpty else { continue }
            isDone = false
            let path = hashes[index] &<< shift
            let next = unsafe slot.branch.slot(for: path).pointee
            unsafe slots[index] = next
            guard !next.isEmpty else { continue }
            if next.isNoLeaf {
                unsafe cpreload(next.branch.slot(for: path &<< UInt64(TrieBranch.bitCount)))
            } else {
                next.leaf(of: Value.self).preloadHead()
            }
        }
        return !isDone
    }
}
