import Testing

@testable import TunerCommands

@Suite struct MetricNumberTests {
    @Test(arguments: [
        ("12", 12.0), ("-0.25", -0.25), ("+3", 3), (".5", 0.5), ("5.", 5), ("1.2e-03", 0.0012), ("7E2", 700),
    ])
    func `numbers as benchmark programs print them are read`(line: String, number: Double) {
        #expect(MetricNumber.value(of: line) == number)
    }

    @Test(arguments: ["", "nan", "inf", "-Infinity", "0x10", "12 ms", "1,5", "1_000", "1e999", "1e301", "e", "٣"])
    func `other texts are not numbers`(line: String) {
        #expect(MetricNumber.value(of: line) == nil)
    }
}
