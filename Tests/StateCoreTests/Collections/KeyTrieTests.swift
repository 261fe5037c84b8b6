import TestSupport
import Testing

@testable import StateCore

@Suite struct KeyTrieTests {
    private func compare<Hash: KeyHash>(_ hash: Hash.Type, seed: UInt64) {
        var random = RandomKeys(seed: seed, variety: 150)
        var trie = KeyTrie<Int, Hash>()
        var naive: [[UInt8]: Int] = [:]
        var held = trie.copy()
        var heldNaive = naive
        for step in 0..<500 {
            let key = random.key()
            let isPresent = naive[key] != nil
            KeyBytes.borrow(key.span) { bytes in
                let hash = KeyTrie<Int, Hash>.hash(of: bytes)
                #expect(unsafe trie.find(bytes, hash: hash)?.pointee == naive[key], "seed \(seed)")
                if !isPresent {
                    trie.insert(step, for: bytes, hash: hash)
                    naive[key] = step
                } else if random.number(below: 3) == 0 {
                    unsafe trie.claim(bytes, hash: hash)?.pointee = step
                    naive[key] = step
                } else {
                    unsafe _ = trie.claim(bytes, hash: hash)?.move()
                    trie.forget(bytes, hash: hash)
                    naive[key] = nil
                }
            }
            if step.isMultiple(of: 100) {
                #expect(entries(held) == heldNaive, "seed \(seed)")
                held = trie.copy()
                heldNaive = naive
            }
        }
        #expect(entries(trie) == naive, "seed \(seed)")
        #expect(trie.count == naive.count, "seed \(seed)")
    }

    private func entries<Hash: KeyHash>(_ trie: borrowing KeyTrie<Int, Hash>) -> [[UInt8]: Int] {
        var entries: [[UInt8]: Int] = [:]
        trie.visit { key, value in key.withSpan { entries[Array($0)] = value } }
        return entries
    }

    @Test(arguments: Seeds.all) func `keys with equal hashes are distinguished`(seed: UInt64) {
        compare(PoorHash.None.self, seed: seed)
    }

    @Test(arguments: Seeds.all) func `hashes that differ only at the first level are distinguished`(seed: UInt64) {
        compare(PoorHash.Lengths.self, seed: seed)
    }

    @Test(arguments: Seeds.all) func `hashes that differ only at the last level are distinguished`(seed: UInt64) {
        compare(PoorHash.Lasts.self, seed: seed)
    }
}
