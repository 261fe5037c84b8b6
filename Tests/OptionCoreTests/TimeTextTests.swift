import OptionCore
import Testing

/// Tests of durations in texts.
@Suite struct TimeTextTests {
    @Test(arguments: [
        ("90", 90), ("0", 0), ("1.5", 1.5), (".5", 0.5), ("90s", 90), ("500ms", 0.5), ("10m", 600), ("2h", 7_200),
        ("1h30m", 5_400), ("1d", 86_400), ("1d12h", 129_600), ("1m500ms", 60.5), ("30m1h", 5_400), ("1.5h", 5_400),
        ("1min", 60), ("3sec", 3), ("1h30min", 5_400), ("2min30sec", 150),
    ])
    func `a duration is a number of seconds, or numbers with units`(text: String, seconds: Double) {
        #expect(TimeText.seconds(of: text) == seconds)
    }

    @Test(arguments: [
        "", " ", "s", "soon", "nan", "inf", "-1", "+1", "0x10", "0x1p3", "1e3", "1e3s", "0x10s", "1h5", "5 s", "1.2.3",
        ".", "1m1m", "1h30m1h", "1ms1ms", "1m1min", "1s1sec", "1mins", "5x", "1H", "٣",
    ])
    func `any other text is no duration`(text: String) {
        #expect(TimeText.seconds(of: text) == nil)
    }

    @Test func `a number that is not finite is no duration`() {
        #expect(TimeText.seconds(of: String(repeating: "9", count: 400)) == nil)
        #expect(TimeText.seconds(of: String(repeating: "9", count: 308) + "d") == nil)
    }
}
