import TestSupport
import Testing

@testable import StateCore

@Suite struct KeyMapPreloadTests {
    private static func expected(_ keys: [[UInt8]]) -> ExpectedKeys {
        var expected = ExpectedKeys()
        for key in keys { expected.append(key.span) }
        return expected
    }

    @Test(arguments: Seeds.all) func `every key of a map is found`(seed: UInt64) {
        var random = RandomKeys(seed: seed, variety: 5_000)
        var map = KeyMap<Int>()
        for size in [1, 40, 60, 3_000] {
            while map.count < size {
                let key = random.key()
                map.insert(size, for: key.span)
            }
            var keys: [[UInt8]] = map.entries().map(\.key).shuffled()
            while !keys.isEmpty {
                let group = Array(keys.prefix(16))
                keys.removeFirst(group.count)
                #expect(map.preload(Self.expected(group)) == group.count, "seed \(seed), \(size) keys")
            }
        }
    }

    @Test(arguments: Seeds.all) func `most missing keys are not found`(seed: UInt64) {
        var random = RandomKeys(seed: seed, variety: .max)
        var map = KeyMap<Int>()
        #expect(map.preload(Self.expected([random.key(), random.key()])) == 0)
        for number in 0..<2_000 {
            let key = random.key()
            map.insert(number, for: key.span)
        }
        // Of 256 hashes, one has the tag of a given entry; a leaf has at most 48 entries.
        var found = 0
        for start in stride(from: 0, to: 2_000, by: 16) {
            found += map.preload(Self.expected((start..<start + 16).map { Array("missing\($0)".utf8) }))
        }
        #expect(found < 500)
    }

    @Test(arguments: Seeds.all) func `keys with equal parts of their hashes are found`(seed: UInt64) {
        check(PoorHash.None.self, seed: seed)
        check(PoorHash.Lengths.self, seed: seed)
        check(PoorHash.Lasts.self, seed: seed)
    }

    private func check<Hash: KeyHash>(_ hash: Hash.Type, seed: UInt64) {
        var random = RandomKeys(seed: seed, variety: 500)
        var trie = KeyTrie<Int, Hash>()
        var hashes: [UInt64] = []
        for _ in 0..<300 {
            let key = random.key()
            KeyBytes.borrow(key.span) { bytes in
                let hash = KeyTrie<Int, Hash>.hash(of: bytes)
                guard unsafe trie.find(bytes, hash: hash) == nil else { return }
                trie.insert(0, for: bytes, hash: hash)
                hashes.append(hash)
            }
        }
        #expect(trie.preload(hashes.span) == hashes.count, "seed \(seed)")
    }

    @Test func `an empty list and an empty map have nothing to preload`() {
        var map = KeyMap<Int>()
        #expect(map.preload(Self.expected([])) == 0)
        let key: [UInt8] = [1]
        map.insert(1, for: key.span)
        #expect(map.preload(Self.expected([])) == 0)
        #expect(map.preload(Self.expected([[1], [1]])) == 2)
    }
}
