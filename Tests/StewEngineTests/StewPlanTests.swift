import StewEngine
import TestSupport
import Testing

@Suite struct StewPlanTests {
    @Test(arguments: [
        (28.0, Varietal.roma, StewStyle.crushed, 30, StewHeat.lowSimmer),
        (28, .roma, .wholePeeled, 33, .lowSimmer),
        (31.5, .roma, .wholePeeled, 36, .mediumSimmer),
        (4, .roma, .diced, 20, .lowSimmer),
        (64, .roma, .diced, 58, .mediumSimmer),
        (128, .roma, .diced, 104, .mediumSimmer),
        (28, .genovese, .wholePeeled, 35, .lowSimmer),
    ])
    func `the first model returns the known plans`(
        ounces: Double,
        varietal: Varietal,
        style: StewStyle,
        minutes: Int,
        heat: StewHeat
    ) throws {
        let plan = try StewPlan(ounces, varietal, style)
        #expect(plan.minutes == minutes)
        #expect(plan.heat == heat)
    }

    @Test(arguments: StewModel.allCases)
    func `every combination agrees with an independent computation`(model: StewModel) throws {
        var generator = SeededGenerator(seed: 7)
        let random = (0..<300).map { _ in Double.random(in: StewWeight.range, using: &generator) }
        let weights =
            [4, Double(4).nextUp, 20, 28, 28.349523125, 31.5, 35, 64, 120, Double(128).nextDown, 128] + random
        var compared = 0
        for varietal in Varietal.allCases {
            for style in StewStyle.allCases {
                for ounces in weights {
                    let reckoning = try #require(
                        Reckoning(
                            model: "\(model.rawValue)",
                            ounces: ounces,
                            varietal: "\(varietal.rawValue)",
                            style: "\(style.rawValue)"
                        )
                    )
                    guard !reckoning.isOnEdge else { continue }
                    let plan = try StewPlan(ounces, varietal, style, model)
                    compared += 1
                    guard plan.minutes == reckoning.minutes, (plan.heat == .lowSimmer) == reckoning.isLow else {
                        Issue.record(
                            "\(ounces) oz \(varietal.rawValue) \(style.rawValue) \(model.rawValue): \(plan), \(reckoning)"
                        )
                        continue
                    }
                }
            }
        }
        #expect(compared > 24 * weights.count - 20)
    }

    /// With an exponent of 1 and a base of 28, each ounce of crushed Roma takes a minute.
    private static let ounceIsMinute: StewFactors? = {
        var factors = try? StewFactors.with(.firstBase, 28)
        try? factors?.set(.firstExponent, to: 1)
        return factors
    }()

    @Test(arguments: [
        // The shortest time.
        (19.0, 20, StewHeat.lowSimmer), (20, 20, .lowSimmer), (20.4, 20, .lowSimmer), (20.5, 21, .lowSimmer),
        // From 35 minutes before rounding, the heat is medium.
        (34.4, 34, .lowSimmer), (34.5, 35, .lowSimmer), (34.9, 35, .lowSimmer), (35, 35, .mediumSimmer),
        // The longest time.
        (119.4, 119, .mediumSimmer), (119.5, 120, .mediumSimmer), (120, 120, .mediumSimmer), (121, 120, .mediumSimmer),
    ])
    func `the time is clamped, then determines the heat, then is rounded`(
        ounces: Double,
        minutes: Int,
        heat: StewHeat
    ) throws {
        let plan = try StewPlan(ounces, factors: try #require(Self.ounceIsMinute))
        #expect(plan.minutes == minutes)
        #expect(plan.heat == heat)
    }

    @Test func `half minutes are rounded up`() throws {
        let factors = try #require(Self.ounceIsMinute)
        #expect(try [22.5, 23.5, 24.5, 25.5].map { try StewPlan($0, factors: factors).minutes } == [23, 24, 25, 26])
    }

    @Test(arguments: [
        (StewConstant.firstBase, 60.0, 60), (.roma, 2, 60), (.crushed, 0.9, 27), (.firstExponent, 3, 30),
        (.clampMinimum, 45, 45), (.clampMaximum, 25, 25), (.secondBase, 60, 30), (.cherry, 2, 30),
        (.heatThreshold, 25, 30),
    ])
    func `a tuned constant affects only the plans that use the constant`(
        constant: StewConstant,
        value: Double,
        minutes: Int
    ) throws {
        #expect(try StewPlan(28, factors: .with(constant, value)).minutes == minutes)
    }

    @Test func `the second model has its own base, exponent and varietal factor`() throws {
        #expect(try StewPlan(28, .roma, .crushed, .v2).minutes == 29)
        #expect(try StewPlan(64, .beefsteak, .stewed, .v2).minutes == 73)
        #expect(try StewPlan(28, .roma, .crushed, .v2, factors: .with(.secondVarietal, 2)).minutes == 56)
        #expect(try StewPlan(28, .roma, .crushed, .v2, factors: .with(.firstBase, 100)).minutes == 29)
    }

    @Test func `the heat follows the tuned threshold`() throws {
        #expect(try StewPlan(28, factors: .with(.heatThreshold, 30)).heat == .mediumSimmer)
        #expect(try StewPlan(28, factors: .with(.heatThreshold, 30.5)).heat == .lowSimmer)
    }

    @Test func `when the clamp limits cross, the maximum wins`() throws {
        var factors = try StewFactors.with(.clampMinimum, 200)
        try factors.set(.clampMaximum, to: 10)
        #expect(try StewPlan(28, factors: factors).minutes == 10)
    }

    @Test func `constants at the limits of their ranges give a valid time`() throws {
        for isHigh in [false, true] {
            var factors = StewFactors.initial
            for constant in StewConstant.allCases {
                let range = constant.properties.range
                try factors.set(constant, to: isHigh ? range.upperBound : range.lowerBound)
            }
            for model in StewModel.allCases {
                for ounces in [4.0, 128] {
                    let minutes = try StewPlan(ounces, .beefsteak, .stewed, model, factors: factors).minutes
                    #expect((1...1_440).contains(minutes))
                }
            }
        }
    }

    @Test(arguments: [
        (
            28.0, Varietal.roma, StewStyle.crushed,
            "28 oz of Roma, Crushed, take 30 min by model v1: "
                + "30 min × 1 for 28 oz × 1 for Roma × 1 for Crushed is 30 min, under 35 min: Low Simmer."
        ),
        (
            31.5, .sanMarzano, .wholePeeled,
            "31.5 oz of San Marzano, Whole Peeled, take 35 min by model v1: "
                + "30 min × 1.105 for 31.5 oz × 0.95 for San Marzano × 1.1 for Whole Peeled is 34.651 min, under 35 min before rounding: Low Simmer."
        ),
        (
            28.349523125, .cherry, .diced,
            "28.349523125 oz of Cherry, Diced, take 32 min by model v1: "
                + "30 min × 1.011 for 28.349523125 oz × 1.1 for Cherry × 0.95 for Diced is 31.682 min, under 35 min: Low Simmer."
        ),
        (
            28, .genovese, .wholePeeled,
            "28 oz of Genovese, Whole Peeled, take 35 min by model v1: "
                + "30 min × 1 for 28 oz × 1.05 for Genovese × 1.1 for Whole Peeled is 34.65 min, under 35 min before rounding: Low Simmer."
        ),
        (
            4, .roma, .diced,
            "4 oz of Roma, Diced, take 20 min by model v1: "
                + "30 min × 0.191 for 4 oz × 1 for Roma × 0.95 for Diced is 5.451 min, held at 20 min, under 35 min: Low Simmer."
        ),
    ])
    func `the rationale names the inputs, the minutes and the steps to them`(
        ounces: Double,
        varietal: Varietal,
        style: StewStyle,
        rationale: String
    ) throws {
        #expect(try StewPlan(ounces, varietal, style).rationale == rationale)
    }

    @Test func `the rationale of the second model has its factor for each varietal`() throws {
        let rationale = try StewPlan(28, .cherry, .crushed, .v2).rationale
        #expect(
            rationale.contains("28 min × 1 for 28 oz × 1.1 for Cherry × 1.03 for v2 × 1 for Crushed is 31.724 min, ")
        )
    }

    @Test(arguments: [
        (StewConstant.clampMinimum, 40.0, " is 30 min, held at 40 min, not under 35 min: Medium Simmer."),
        (.clampMaximum, 25, " is 30 min, held at 25 min, under 35 min: Low Simmer."),
        (.clampMinimum, 30, " is 30 min, under 35 min: Low Simmer."),
        (.heatThreshold, 30, " is 30 min, not under 30 min: Medium Simmer."),
        // Rounded to three decimals, this would be 35.
        (.crushed, 1.16666, " is 34.9998 min, under 35 min before rounding: Low Simmer."),
        (.clampMinimum, 34.9999, " is 30 min, held at 34.9999 min, under 35 min before rounding: Low Simmer."),
        (.heatThreshold, 30.0001, " is 30 min, under 30.0001 min: Low Simmer."),
    ])
    func `the rationale has the bound that holds the time, and the side of the threshold`(
        constant: StewConstant,
        value: Double,
        ending: String
    ) throws {
        let rationale = try StewPlan(28, factors: .with(constant, value)).rationale
        #expect(rationale.hasSuffix(ending), "\(rationale)")
    }

    @Test(arguments: [(34.9996, 34.9998), (35.0004, 35.0002), (34.6, 34.8), (35.2, 35.1), (35, 35)])
    func `the numbers of the rationale agree with its side of the threshold`(base: Double, threshold: Double) throws {
        var factors = try StewFactors.with(.firstBase, base)
        try factors.set(.heatThreshold, to: threshold)
        let rationale = try StewPlan(28, factors: factors).rationale
        let ending = #/is ([0-9.]+) min, (not )?under ([0-9.]+) min( before rounding)?:/#
        let words = try #require(rationale.firstMatch(of: ending)).output
        let (time, limit) = (try #require(Double(words.1)), try #require(Double(words.3)))
        #expect((time < limit) == (words.2 == nil), "\(rationale)")
        let minutes = Double(try StewPlan(28, factors: factors).minutes)
        #expect((minutes < limit) == (words.2 == nil) || words.4 != nil, "\(rationale)")
    }

    @Test func `a plan without its computation has a short rationale`() throws {
        let plan = try StewPlan(28)
        let stored = StewPlan(plan.inputs, plan.settings, minutes: plan.minutes, plan.heat, nil)
        #expect(stored.rationale == "28 oz of Roma, Crushed, take 30 min by model v1.")
    }

    @Test(arguments: StewModel.allCases)
    func `a computation is read back from its numbers`(model: StewModel) throws {
        let computation = try #require(try StewPlan(31.5, .cherry, .diced, model).computation)
        #expect(StewComputation(numbers: computation.numbers) == computation)
        #expect(StewComputation(numbers: Array(computation.numbers.dropLast(2))) == nil)
        #expect(StewComputation(numbers: computation.numbers + [1, 1]) == nil)
    }

    @Test func `both heats have degree ranges in Fahrenheit and Celsius`() {
        #expect(StewHeat.lowSimmer.degrees(in: .fahrenheit) == 185...200)
        #expect(StewHeat.lowSimmer.degrees(in: .celsius) == 85...93)
        #expect(StewHeat.mediumSimmer.degrees(in: .fahrenheit) == 195...205)
        #expect(StewHeat.mediumSimmer.degrees(in: .celsius) == 90...96)
    }
}
