import StateCore
import TestSupport
import Testing

@Suite struct KeyMapTests {
    /// Makes the same random changes to a map and to a naive map, and keeps old versions of both to compare.
    @Test(arguments: Seeds.all, [12, 300, 20_000])
    func `a map agrees with a sorted dictionary under random changes`(seed: UInt64, variety: Int) {
        var random = RandomKeys(seed: seed, variety: variety)
        var map = KeyMap<Int>()
        var naive = NaiveMap<Int>()
        var held: [(map: KeyMap<Int>, naive: NaiveMap<Int>)] = []
        for step in 0..<600 {
            let key = random.key()
            // The map grows at the beginning and shrinks at the end.
            switch random.number(below: 10) {
            case 0...(step < 400 ? 5 : 1):
                #expect(map.insert(step, for: key.span) == naive.values.updateValue(step, forKey: key), "seed \(seed)")
            case 6:
                let isKept = random.number(below: 2) == 0
                map.update(key.span) { $0 = isKept ? ($0 ?? 0) + step : nil }
                naive.values[key] = isKept ? (naive.values[key] ?? 0) + step : nil
            case 7:
                #expect(map.value(of: key.span) == naive.values[key], "seed \(seed)")
            default:
                #expect(map.remove(key.span) == naive.values.removeValue(forKey: key), "seed \(seed)")
            }
            #expect(map.count == naive.values.count, "seed \(seed)")
            if random.number(below: 60) == 0 {
                let start = random.key()
                let prefix = Array(random.key().prefix(random.number(below: 4)))
                let isIncluded = random.number(below: 2) == 0
                let limit = 1 + random.number(below: 50)
                #expect(
                    map.entries(from: start, included: isIncluded, prefix: prefix, limit: limit)
                        == naive.entries(from: start, included: isIncluded, prefix: prefix, limit: limit),
                    "seed \(seed)"
                )
                held.append((map, naive))
            }
            if held.count > 2 {
                let (map, naive) = held.remove(at: random.number(below: held.count))
                #expect(map.entries() == naive.entries(), "seed \(seed)")
            }
        }
        #expect(map.entries() == naive.entries(), "seed \(seed)")
        for (map, naive) in held {
            #expect(map.entries() == naive.entries(), "seed \(seed)")
        }
        for key in naive.values.keys {
            #expect(map.remove(key.span) != nil, "seed \(seed)")
        }
        #expect(map.isEmpty && map.entries().isEmpty, "seed \(seed)")
    }
}
