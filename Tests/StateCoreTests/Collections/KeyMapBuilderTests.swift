import StateCore
import TestSupport
import Testing

@Suite struct KeyMapBuilderTests {
    @Test(arguments: [0, 1, 55, 56, 57, 1_792, 1_793, 5_000])
    func `a built map has the added entries and can be changed`(count: Int) {
        var naive = NaiveMap<Int>()
        for number in 0..<count {
            naive.values[RandomKeys.key(number)] = number
        }
        var builder = KeyMapBuilder<Int>()
        for entry in naive.entries() {
            let isAdded = builder.append(entry.value, for: entry.key.span)
            #expect(isAdded)
        }
        var map = builder.finish()
        #expect(map.count == naive.values.count)
        #expect(map.entries() == naive.entries())
        let built = map
        var changed = naive
        for number in 0..<count where number.isMultiple(of: 3) {
            let key = RandomKeys.key(number)
            let more = Array("more\(number)".utf8)
            map.remove(key.span)
            map.insert(-number, for: more.span)
            changed.values[key] = nil
            changed.values[more] = -number
        }
        #expect(built.entries() == naive.entries())
        #expect(map.entries() == changed.entries())
    }

    @Test(arguments: ["b", "a", "aa"])
    func `a builder refuses a key that is not after the last one`(key: String) {
        var builder = KeyMapBuilder<Int>()
        _ = builder.append(1, for: Array("a".utf8).span)
        _ = builder.append(2, for: Array("b".utf8).span)
        let isAdded = builder.append(3, for: Array(key.utf8).span)
        #expect(!isAdded)
        #expect(builder.finish().count == 2)
    }
}
