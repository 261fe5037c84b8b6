import JSONCore
import StewEngine
import Testing

@Suite struct StewInputTests {
    @Test(arguments: [4.0, Double(4).nextUp, 28, 28.349523125, Double(128).nextDown, 128])
    func `a weight from 4 to 128 ounces keeps all its decimals`(ounces: Double) throws {
        #expect(try StewWeight(ounces: ounces).ounces == ounces)
    }

    @Test(arguments: [
        Double(4).nextDown, Double(128).nextUp, 0, -0.0, -28, 1e308, -1e308, .infinity, -.infinity,
        Double.leastNonzeroMagnitude,
    ])
    func `a weight outside the range is refused`(ounces: Double) {
        #expect(throws: StewFault.weight(ounces)) { try StewWeight(ounces: ounces) }
    }

    @Test func `a weight that is NaN is refused`() {
        #expect(throws: StewFault.self) { try StewWeight(ounces: .nan) }
        #expect(throws: StewFault.self) { try StewWeight(ounces: .signalingNaN) }
    }

    @Test func `the default inputs are 28 ounces of crushed Roma`() throws {
        #expect(StewInputs() == StewInputs(try StewWeight(ounces: 28), .roma, .crushed))
    }

    @Test func `every varietal, style and unit is parsed from its name`() throws {
        for varietal in Varietal.allCases {
            #expect(try Varietal("\(varietal.rawValue)") == varietal)
        }
        for style in StewStyle.allCases {
            #expect(try StewStyle("\(style.rawValue)") == style)
        }
        #expect(try StewUnit("F") == .fahrenheit)
        #expect(try StewUnit("C") == .celsius)
    }

    @Test(arguments: [
        ("rma", "roma"), ("sanmarzano", "sanMarzano"), ("San Marzano", "sanMarzano"), ("Roma", "roma"),
        ("beefsteack", "beefsteak"),
        ("", nil), ("wxyz", nil), ("roma\u{0}", "roma"),
    ])
    func `an unknown name is refused with the allowed names and the nearest one`(word: String, nearest: String?) {
        #expect(
            throws: StewFault.word(
                word,
                for: .varietal,
                allowed: ["roma", "sanMarzano", "cherry", "genovese", "beefsteak", "plum"],
                nearest: nearest
            )
        ) {
            try Varietal(word)
        }
    }

    @Test func `fault messages contain the value and the allowed range`() {
        #expect("\(StewFault.weight(3))" == "weightOz must be a number from 4 to 128, got 3")
        #expect("\(StewFault.weight(128.5))" == "weightOz must be a number from 4 to 128, got 128.5")
        #expect("\(StewFault.weight(1e308))" == "weightOz must be a number from 4 to 128, got 1e+308")
        let fault = #expect(throws: StewFault.self) { try StewStyle("dice") }
        #expect(
            fault?.description == "style must be diced, wholePeeled, crushed, stewed, got dice; did you mean diced?"
        )
        #expect(
            "\(StewFault.constant(.clampMinimum, 0))" == "stew.clamp.minimum must be a number from 1 to 240, got 0"
        )
    }

    @Test(arguments: ["v2", "v1", "V2", "v2 ", "", "v22", "2"])
    func `only the name v2 selects the second model`(word: String) {
        #expect(StewModel(named: word) == (word == "v2" ? .v2 : .v1))
    }
}
