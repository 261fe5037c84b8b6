import JSONCore
import StateCore
import TestSupport
import Testing

/// The differences of two maps that share memory.
@Suite struct KeyMapDifferenceTests {
    private static func visited(_ map: KeyMap<Int>, _ other: KeyMap<Int>) -> [String] {
        var keys: [String] = []
        map.visitDifferences(from: other) { key in keys.append(String(decoding: key.copied, as: UTF8.self)) }
        return keys
    }

    @Test(arguments: Seeds.all) func `every changed, added and removed key is visited`(seed: UInt64) throws {
        var choices = Choices(seed: seed)
        var map = KeyMap<Int>()
        for number in 0..<Int.random(in: 0...400, using: &choices) {
            map.insert(number, for: "key.\(number)".utf8.span)
        }
        var other = map
        #expect(Self.visited(map, other).isEmpty)
        var changed: Set<String> = []
        for step in 0..<Int.random(in: 1...200, using: &choices) {
            let key = "key.\(Int.random(in: 0...500, using: &choices))"
            if Bool.random(using: &choices) {
                other.insert(1_000 + step, for: key.utf8.span)
            } else {
                other.remove(key.utf8.span)
            }
            let isChanged = map.value(of: key.utf8.span) != other.value(of: key.utf8.span)
            if isChanged { changed.insert(key) } else { changed.remove(key) }
        }
        #expect(changed.subtracting(Self.visited(map, other)) == [])
        #expect(changed.subtracting(Self.visited(other, map)) == [])
    }

    @Test func `few entries are visited if few are changed`() {
        var map = KeyMap<Int>()
        for number in 0..<100_000 {
            map.insert(number, for: "key.\(number)".utf8.span)
        }
        var other = map
        other.insert(-1, for: "key.5".utf8.span)
        other.remove("key.77777".utf8.span)
        // Two leaves of at most 48 entries, in both maps.
        #expect(Self.visited(map, other).count <= 4 * 48)
    }

    @Test func `a map knows whether it is the only copy`() {
        func isOnlyCopy(_ map: inout KeyMap<Int>) -> Bool { map.isOnlyCopy }
        var map = KeyMap<Int>()
        map.insert(1, for: "a".utf8.span)
        #expect(isOnlyCopy(&map))
        var copy: KeyMap? = map
        #expect(!isOnlyCopy(&map))
        copy?.insert(2, for: "b".utf8.span)
        #expect(isOnlyCopy(&map))
        copy = map
        #expect(!isOnlyCopy(&map))
        #expect(copy?.count == 1)
        copy = nil
        #expect(isOnlyCopy(&map))
    }
}
