/// A tunable number from which the cooking time or the heat of a stew is computed.
package enum StewConstant: Int, CaseIterable, Hashable, Sendable {
    case roma, sanMarzano, cherry, genovese, beefsteak, plum
    case diced, wholePeeled, crushed, stewed
    case firstBase, firstExponent
    case secondBase, secondExponent, secondVarietal
    case clampMinimum, clampMaximum
    case heatThreshold

    /// The tunable's key, default, range, unit and description.
    package struct Properties: Sendable {
        package let key: StaticString
        /// The default.
        package let initial: Double
        package let range: ClosedRange<Double>
        /// The unit; nil for a factor or an exponent.
        package let unit: StaticString?
        package let summary: StaticString
    }

    /// The properties of this constant, which exist only here.
    package var properties: Properties {
        switch self {
        case .roma: .factor("stew.varietal.roma", 1.00, "How much longer Roma takes.")
        case .sanMarzano: .factor("stew.varietal.sanMarzano", 0.95, "How much longer San Marzano takes.")
        case .cherry: .factor("stew.varietal.cherry", 1.10, "How much longer Cherry takes.")
        case .genovese: .factor("stew.varietal.genovese", 1.05, "How much longer Genovese takes.")
        case .beefsteak: .factor("stew.varietal.beefsteak", 1.12, "How much longer Beefsteak takes.")
        case .plum: .factor("stew.varietal.plum", 1.02, "How much longer Plum takes.")
        case .diced: .factor("stew.style.diced", 0.95, "How much longer diced tomatoes take.")
        case .wholePeeled: .factor("stew.style.wholePeeled", 1.10, "How much longer whole peeled tomatoes take.")
        case .crushed: .factor("stew.style.crushed", 1.00, "How much longer crushed tomatoes take.")
        case .stewed: .factor("stew.style.stewed", 1.08, "How much longer stewed tomatoes take.")
        case .firstBase: .minutes("stew.v1.base", 30, in: 1...240, "The time for 28 ounces by model v1.")
        case .firstExponent: .exponent("stew.v1.exponent", 0.85, "The exponent of the weight in model v1.")
        case .secondBase: .minutes("stew.v2.base", 28, in: 1...240, "The time for 28 ounces by model v2.")
        case .secondExponent: .exponent("stew.v2.exponent", 0.90, "The exponent of the weight in model v2.")
        case .secondVarietal: .factor("stew.v2.varietal", 1.03, "How much longer each varietal takes by model v2.")
        case .clampMinimum: .minutes("stew.clamp.minimum", 20, in: 1...240, "The shortest time.")
        case .clampMaximum: .minutes("stew.clamp.maximum", 120, in: 1...1_440, "The longest time.")
        case .heatThreshold: .minutes("stew.heat.threshold", 35, in: 1...1_440, "The shortest time with medium heat.")
        }
    }
}

extension StewConstant.Properties {
    fileprivate static func factor(_ key: StaticString, _ initial: Double, _ summary: StaticString) -> Self {
        Self(key: key, initial: initial, range: 0.1...10, unit: nil, summary: summary)
    }

    fileprivate static func exponent(_ key: StaticString, _ initial: Double, _ summary: StaticString) -> Self {
        Self(key: key, initial: initial, range: 0...3, unit: nil, summary: summary)
    }

    fileprivate static func minutes(
        _ key: StaticString,
        _ initial: Double,
        in range: ClosedRange<Double>,
        _ summary: StaticString
    ) -> Self {
        Self(key: key, initial: initial, range: range, unit: "min", summary: summary)
    }
}

extension Varietal {
    /// The constant that multiplies the cooking time.
    package var factor: StewConstant {
        switch self {
        case .roma: .roma
        case .sanMarzano: .sanMarzano
        case .cherry: .cherry
        case .genovese: .genovese
        case .beefsteak: .beefsteak
        case .plum: .plum
        }
    }
}

extension StewStyle {
    /// The constant that multiplies the cooking time.
    package var factor: StewConstant {
        switch self {
        case .diced: .diced
        case .wholePeeled: .wholePeeled
        case .crushed: .crushed
        case .stewed: .stewed
        }
    }
}
