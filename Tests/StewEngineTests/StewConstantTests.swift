import StewEngine
import Testing

@Suite struct StewConstantTests {
    private static let expected: [(String, Double)] = [
        ("stew.varietal.roma", 1), ("stew.varietal.sanMarzano", 0.95), ("stew.varietal.cherry", 1.1),
        ("stew.varietal.genovese", 1.05), ("stew.varietal.beefsteak", 1.12), ("stew.varietal.plum", 1.02),
        ("stew.style.diced", 0.95), ("stew.style.wholePeeled", 1.1), ("stew.style.crushed", 1),
        ("stew.style.stewed", 1.08), ("stew.v1.base", 30), ("stew.v1.exponent", 0.85), ("stew.v2.base", 28),
        ("stew.v2.exponent", 0.9), ("stew.v2.varietal", 1.03), ("stew.clamp.minimum", 20), ("stew.clamp.maximum", 120),
        ("stew.heat.threshold", 35),
    ]

    @Test func `constants have their names and initial values, each within its range`() {
        let declared = StewConstant.allCases.map(\.properties)
        #expect(declared.map { "\($0.key)" } == Self.expected.map(\.0))
        #expect(declared.map(\.initial) == Self.expected.map(\.1))
        for declaration in declared {
            #expect(declaration.range.contains(declaration.initial))
        }
    }

    @Test func `the constants of varietals and styles are named after them`() {
        for varietal in Varietal.allCases {
            #expect("\(varietal.factor.properties.key)" == "stew.varietal.\(varietal.rawValue)")
        }
        for style in StewStyle.allCases {
            #expect("\(style.factor.properties.key)" == "stew.style.\(style.rawValue)")
        }
    }

    @Test func `a constant refuses a number outside its range and NaN`() throws {
        var factors = StewFactors.initial
        for constant in StewConstant.allCases {
            let range = constant.properties.range
            for value in [range.lowerBound.nextDown, range.upperBound.nextUp, .infinity, -.infinity] {
                #expect(throws: StewFault.constant(constant, value)) { try factors.set(constant, to: value) }
            }
            #expect(throws: StewFault.self) { try factors.set(constant, to: .nan) }
        }
        #expect(factors == .initial)
    }
}
