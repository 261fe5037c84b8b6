import SystemCore
import TestSupport
import Testing

@Suite struct ClockTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (951_868_800, "2000-03-01T00:00:00.000Z"),
            (1_709_164_800, "2024-02-29T00:00:00.000Z"),
            (1_735_689_599, "2024-12-31T23:59:59.000Z"),
            (4_107_542_399, "2100-02-28T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799, "9999-12-31T23:59:59.000Z"),
            (-1, "1969-12-31T23:59:59.000Z"),
            (-2_203_891_200, "1900-03-01T00:00:00.000Z"),
            (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
            (253_402_300_800, "9999-12-31T23:59:59.999Z"),
            (.max, "9999-12-31T23:59:59.999Z"),
            (.min, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)]
    )
    func `a wall time is formatted as its date and time`(seconds: Int64, text: String) {
        #expect(WallTime(seconds: seconds).rfc3339 == text)
    }

    // The test counts the days itself, and compares each date with the formatter.
    @Test func `each date from 1970 to 9999 is formatted correctly`() {
        var day: Int64 = 0
        for year in 1970...9999 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            for (month, length) in lengths.enumerated() {
                for dayOfMonth in [1, 15, length] {
                    let text = WallTime(seconds: (day + Int64(dayOfMonth) - 1) * 86_400).rfc3339
                    let wanted = "\(padded(year, 4))-\(padded(month + 1, 2))-\(padded(dayOfMonth, 2))T00:00:00.000Z"
                    guard text == wanted else {
                        Issue.record("\(text) is not \(wanted)")
                        return
                    }
                }
                day += Int64(length)
            }
        }
    }

    private func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: digits - text.count) + text
    }

    @Test func `a formatted time is parsed again, and other texts are refused`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<10_000 {
            let time = WallTime(
                milliseconds: Int64.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
            )
            guard WallTime(rfc3339: time.rfc3339) == time else {
                Issue.record("\(time.rfc3339)")
                return
            }
        }
        for text in [
            "", "late", "2026-01-01", "2026-01-01T00:00:00Z", "2026-13-01T00:00:00.000Z", "2026-01-01T00:00:0x.000Z",
            "2026-02-30T00:00:00.000Z", "2026-01-01T24:00:00.000Z", "2026/01/01T00:00:00.000Z",
        ] {
            #expect(WallTime(rfc3339: text) == nil)
        }
    }

    @Test func `milliseconds are truncated, not rounded`() {
        #expect(WallTime(seconds: 5, nanoseconds: 999_999_999).rfc3339 == "1970-01-01T00:00:05.999Z")
        #expect(WallTime(seconds: 5, nanoseconds: 7_000_000).rfc3339 == "1970-01-01T00:00:05.007Z")
        #expect(WallTime(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59.999Z")
        #expect(WallTime(milliseconds: -1).milliseconds == -1)
    }

    @Test func `wall times are ordered by seconds, then by nanoseconds`() {
        let time = WallTime(seconds: 10, nanoseconds: 600_000_000)
        #expect(time < WallTime(seconds: 10, nanoseconds: 600_000_001))
        #expect(time < WallTime(seconds: 11) && WallTime(seconds: 9, nanoseconds: 900_000_000) < time)
    }

    @Test func `adding centuries to a time saturates`() {
        let now = MonotonicTime(nanoseconds: 5_000_000_000)
        #expect(now + .seconds(Int64.max) == MonotonicTime(nanoseconds: .max))
        #expect(MonotonicTime(nanoseconds: -1) + .seconds(Int64.min) == MonotonicTime(nanoseconds: .min))
        #expect(now + .seconds(2) - now == .seconds(2))
        #expect(MonotonicTime(nanoseconds: .min) - MonotonicTime(nanoseconds: .max) < .zero)
    }

    @Test func `a fraction of a nanosecond is rounded away from zero`() {
        #expect(Duration(secondsComponent: 0, attosecondsComponent: 1).saturatedNanoseconds == 1)
        #expect(Duration(secondsComponent: 0, attosecondsComponent: -1).saturatedNanoseconds == -1)
        #expect(Duration.nanoseconds(7).saturatedNanoseconds == 7)
    }

    @Test func `the monotonic clock does not go back, and the wall clock is plausible`() {
        let first = Clocks.kernel.monotonic()
        let second = Clocks.kernel.monotonic()
        #expect(first <= second)
        #expect(Clocks.kernel.wall() > WallTime(seconds: 1_600_000_000))
    }

    @Test func `manual clocks change only when the test sets or advances them`() {
        let manual = ManualClocks()
        let clocks = manual.clocks
        let (monotonic, wall) = (clocks.monotonic(), clocks.wall())
        #expect(clocks.monotonic() == monotonic)
        manual.advance(by: .milliseconds(1500))
        #expect(clocks.monotonic() - monotonic == .milliseconds(1500))
        #expect(clocks.wall().milliseconds - wall.milliseconds == 1500)
        manual.setWall(WallTime(seconds: 0))
        #expect(clocks.wall() == WallTime(seconds: 0))
        #expect(clocks.monotonic() - monotonic == .milliseconds(1500))
    }
}
