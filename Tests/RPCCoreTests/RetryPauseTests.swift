import RPCCore
import TestSupport
import Testing

@Suite struct RetryPauseTests {
    @Test func `each pause is twice as long as the one before, up to a limit`() {
        var pause = RetryPause(longest: .milliseconds(300))
        let pauses = (0..<5).map { _ in pause.next() }
        #expect(pauses == [50, 100, 200, 300, 300].map { .milliseconds($0) })
    }

    @Test(arguments: 0..<20) func `a pause by chance is at least half as long`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (plain, chance) = (RetryPause(), RetryPause())
        for _ in 0..<8 {
            let (longest, pause) = (plain.next(), chance.next(by: &generator))
            #expect(pause >= longest / 2 && pause <= longest)
        }
    }
}
