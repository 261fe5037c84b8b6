import StateCore
import TestSupport
import Testing

@Suite struct KeyMapOrderTests {
    private static func map(_ keys: [[UInt8]]) -> KeyMap<Int> {
        var map = KeyMap<Int>()
        for (number, key) in keys.enumerated() {
            map.insert(number, for: key.span)
        }
        return map
    }

    @Test func `keys are ordered by bytes, not by characters`() {
        // "é" as one character and as two, bytes that never occur in UTF-8, and bytes that are less than all letters.
        let keys: [[UInt8]] = [
            [0], [0, 0], [0x2E], [0x41], [0x65, 0xCC, 0x81], [0x7F], [0x80], [0xC3, 0xA9], [0xFF], [0xFF, 0],
        ]
        #expect(Self.map(keys.reversed()).entries().map(\.key) == keys)
    }

    @Test func `a key is ordered before the keys that it is a prefix of`() {
        let keys = (1...256).map { [UInt8](repeating: 0x61, count: $0) }
        let map = Self.map(keys.shuffled())
        #expect(map.entries().map(\.key) == keys)
        #expect(map.entries(from: keys[100], included: false).map(\.key) == Array(keys[101...]))
        #expect(map.entries(prefix: keys[200]).map(\.key) == Array(keys[200...]))
    }

    @Test(arguments: [true, false]) func `keys inserted in ascending or descending order are all present`(
        isAscending: Bool
    ) {
        let numbers = Array(100_000..<130_000)
        let map = Self.map((isAscending ? numbers : numbers.reversed()).map { Array(String($0).utf8) })
        let entries = map.entries()
        #expect(entries.map(\.key) == numbers.map { Array(String($0).utf8) })
    }

    @Test func `long keys are kept when shorter keys are inserted between them`() {
        let long = (0..<200).map { [UInt8](repeating: 0x62, count: 250) + Array(String(100_000 + $0).utf8) }
        var map = Self.map(long)
        for key in [[0x61], [0x62], [0x63]] as [[UInt8]] {
            map.insert(-1, for: key.span)
        }
        #expect(map.entries().map(\.key) == [[0x61], [0x62]] + long + [[0x63]])
    }

    @Test func `consecutive pages contain all entries`() {
        let map = Self.map((0..<5_000).map { RandomKeys.key($0) })
        var pages: [KeyMapEntry<Int>] = []
        while true {
            let page = map.entries(from: pages.last?.key ?? [], included: false, limit: 77)
            pages += page
            if page.count < 77 { break }
        }
        #expect(pages == map.entries())
    }

    @Test func `keys can be removed from the front and inserted again`() {
        let keys = (0..<20_000).map { Array("key\(100_000 + $0)".utf8) }
        var map = Self.map(keys)
        for key in keys[..<15_000] {
            map.remove(key.span)
        }
        for key in keys[..<15_000].shuffled() {
            map.insert(0, for: key.span)
        }
        #expect(map.entries().map(\.key) == keys)
    }
}
