import JSONCore
import RPCCore
import Testing

@Suite struct CorrelationTests {
    @Test func `each answer finds its call, once`() {
        var correlation = Correlation<String>()
        let (first, second) = (correlation.begin("a"), correlation.begin("b"))
        #expect(first != second)
        #expect(correlation.end(.integer(second)) == "b")
        #expect(correlation.end(.integer(second)) == nil)
        #expect(correlation.end(.string("\(first)")) == nil)
        #expect(correlation.end(.null) == nil)
        #expect(correlation.count == 1)
        #expect(correlation.end(.integer(first)) == "a")
    }

    @Test func `all are let go, the oldest first`() {
        var correlation = Correlation<Int>()
        for number in 0..<100 {
            _ = correlation.begin(number)
        }
        #expect(correlation.endAll() == Array(0..<100))
        #expect(correlation.count == 0)
        #expect(correlation.begin(1) == 101)
    }
}
