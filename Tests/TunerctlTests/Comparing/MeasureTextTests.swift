import Testing

@testable import TunerCommands

@Suite struct MeasureTextTests {
    @Test(arguments: [
        (0.0, "0"), (12, "12"), (12.345678, "12.346"), (-0.5, "-0.5"), (99999.6, "100000"), (1_234_567, "1234600"),
        (0.000012345678, "1.2346e-05"), (1e300, "1e+300"), (.leastNonzeroMagnitude, "0"),
    ])
    func `a value has five significant digits`(value: Double, text: String) {
        #expect(MeasureText.value(value) == text)
    }

    @Test func `a difference has a sign and three significant digits, and a probability two`() {
        #expect(MeasureText.difference(1.23456) == "+1.23")
        #expect(MeasureText.difference(-1.23556) == "-1.24")
        #expect(MeasureText.difference(0) == "0")
        #expect(MeasureText.probability(0.012345) == "0.012")
    }
}
