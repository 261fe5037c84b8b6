import OptionCore
import Testing

@testable import TunerCommands

@Suite struct StripChartTests {
    @Test func `each value is a block on an axis from the least to the greatest`() {
        let chart = StripChart([1, 1, 2], [2, 3]).text(columns: 13)
        #expect(chart == "A █    ▄\nB      ▄    ▄\n  1 ─────── 3\n")
    }

    @Test func `equal values are one block in the middle`() {
        #expect(StripChart([5, 5], [5]).text(columns: 11) == "A     █\nB     ▄\n      5\n")
    }

    @Test(arguments: [20, 60, 200]) func `no line is wider than the terminal`(columns: Int) {
        let values = (0..<50).map { Double($0) * 1.2345 - 20 }
        let lines = StripChart(values, values.map { $0 * 3 }).text(columns: columns).split(separator: "\n")
        #expect(lines.count == 3)
        for line in lines { #expect(String(line).displayWidth <= min(columns, 74), "\(line)") }
    }

    @Test func `the largest finite values have columns, too`() {
        let most = 1e300
        #expect(StripChart([-most], [most]).text(columns: 20).hasPrefix("A █\nB                  █\n"))
    }

    @Test func `the smallest different values are in the middle`() {
        #expect(StripChart([0], [.leastNonzeroMagnitude]).text(columns: 11).hasPrefix("A     █\nB     █\n"))
    }
}
