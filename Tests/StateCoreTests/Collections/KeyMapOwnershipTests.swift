import StateCore
import Synchronization
import TestSupport
import Testing

@Suite struct KeyMapOwnershipTests {
    @Test(arguments: Seeds.all) func `values that no version contains are freed`(seed: UInt64) {
        let tally = Tally()
        do {
            var random = RandomKeys(seed: seed, variety: 200)
            var versions = [KeyMap<Witness>(), KeyMap<Witness>(), KeyMap<Witness>()]
            for step in 0..<1_000 {
                let index = random.number(below: versions.count)
                let key = random.key()
                switch random.number(below: 20) {
                case 0: versions[index] = versions[random.number(below: versions.count)]
                case 1...6: versions[index].remove(key.span)
                case 7: versions[index].update(key.span) { $0 = $0.map { Witness($0.number + 1, tally) } }
                default: versions[index].insert(Witness(step, tally), for: key.span)
                }
            }
            var reachable: Set<ObjectIdentifier> = []
            for version in versions {
                version.forEachInOrder { _, value in reachable.insert(ObjectIdentifier(copy value)) }
            }
            #expect(tally.count.load(ordering: .relaxed) == reachable.count, "seed \(seed)")
        }
        #expect(tally.count.load(ordering: .relaxed) == 0, "seed \(seed)")
    }

    @Test func `an abandoned builder frees its values`() {
        let tally = Tally()
        do {
            var builder = KeyMapBuilder<Witness>()
            for number in 100..<1_000 {
                let isAdded = builder.append(Witness(number, tally), for: Array(String(number).utf8).span)
                #expect(isAdded)
            }
        }
        #expect(tally.count.load(ordering: .relaxed) == 0)
    }

    @Test func `a value of a single version is changed in place`() {
        let key = Array("a".utf8)
        var map = KeyMap<Owned>()
        map.insert(Owned(), for: key.span)
        #expect(map.update(key.span) { $0.map { _ in true } ?? false })
        #expect(map.update(key.span) { $0?.isHeldAlone() } == true)
        let version = map
        #expect(map.update(key.span) { $0?.isHeldAlone() } == false)
        #expect(version.count == 1)
    }

    /// For the thread sanitizer: other threads read and release a version while this thread changes its copies.
    @Test func `other threads can read versions while the map changes`() {
        let keys = (0..<2_000).map { Array("group\($0 % 10).key\($0)".utf8) }
        var map = KeyMap<[Int]>()
        for (number, key) in keys.enumerated() {
            map.insert([number, 0], for: key.span)
        }
        for round in 1...8 {
            let version = map
            let seen = Tally()
            let thread = TestThread {
                version.visit(from: Span(), prefix: Span()) { _, value in
                    seen.count.add(value[1] == round - 1 ? 1 : 0, ordering: .relaxed)
                    return true
                }
            }
            for (number, key) in keys.enumerated() {
                map.remove(key.span)
                map.insert([number, round], for: key.span)
            }
            thread.join()
            #expect(seen.count.load(ordering: .relaxed) == 2_000)
        }
        #expect(map.count == 2_000)
    }
}
