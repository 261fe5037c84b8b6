import ClientCore
import SystemCore
import TestSupport
import Testing

@Suite struct ReconnectionTests {
    private static let start = MonotonicTime(nanoseconds: 1_000)

    @Test func `a client that never lost its connection schedules no retry`() {
        var reconnection = Reconnection()
        #expect(reconnection.next == nil && reconnection.lost == nil)
        reconnection.succeed(at: Self.start)
        #expect(reconnection.next == nil && reconnection.lost == nil)
    }

    @Test(arguments: 0..<20)
    func `each retry delay doubles up to a limit, with jitter of at most half`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var reconnection = Reconnection(longest: .milliseconds(300))
        var now = Self.start
        for longest in [50, 100, 200, 300, 300].map({ Duration.milliseconds($0) }) {
            reconnection.fail(at: now, after: .random(in: 0.5...1, using: &generator))
            let next = try #require(reconnection.next)
            #expect(next - now >= longest / 2 && next - now <= longest)
            #expect(reconnection.lost == Self.start)
            now = next
        }
    }

    @Test func `only a connection that lasted resets the retry delay`() throws {
        let longest = Duration.seconds(1)
        for (life, isShort) in [(Duration.milliseconds(999), false), (longest, true)] {
            var reconnection = Reconnection(longest: longest)
            for _ in 0..<10 { reconnection.fail(at: Self.start) }
            reconnection.succeed(at: Self.start)
            #expect(reconnection.next == nil && reconnection.lost == nil)
            let end = Self.start + life
            reconnection.fail(at: end)
            #expect(reconnection.lost == end)
            #expect((try #require(reconnection.next) - end <= .milliseconds(50)) == isShort)
        }
    }
}
