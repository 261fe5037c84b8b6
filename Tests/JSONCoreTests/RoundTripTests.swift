import JSONCore
import TestSupport
import Testing

@Suite struct RoundTripTests {
    @Test(arguments: Seeds.all)
    func `random values survive a round trip`(seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        for _ in 0..<100 {
            let value = random.value(depth: 5)
            let text = try value.text
            let read = try JSON.parse(text)
            #expect(read == value)
            #expect(try read.text == text, "the order of members is kept")
        }
    }

    @Test(arguments: Seeds.all)
    func `every reader agrees on random and damaged texts, however split into pieces`(seed: UInt64) throws {
        var random = RandomJSON(seed: seed)
        for _ in 0..<20 {
            let value = random.value(depth: 3)
            let bytes = Array(random.text(of: value).utf8)
            #expect(Disagreement(on: bytes) == nil)
            #expect(Disagreement(on: random.damaged(bytes)) == nil)
            #expect(Disagreement(on: random.damaged(random.damaged(bytes))) == nil)
        }
    }
}
