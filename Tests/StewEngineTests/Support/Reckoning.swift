import StewEngine

/// A second computation of stews, with tables of words and in hundredths.
///
/// It shares only names with the engine.
struct Reckoning {
    var minutes: Int
    var isLow: Bool
    /// Whether the result depends on the last digits of a double.
    var isOnEdge: Bool

    private static let varietals: [String: Int] = [
        "roma": 100, "sanMarzano": 95, "cherry": 110, "genovese": 105, "beefsteak": 112, "plum": 102,
    ]
    private static let styles: [String: Int] = ["diced": 95, "wholePeeled": 110, "crushed": 100, "stewed": 108]

    init?(model: String, ounces: Double, varietal: String, style: String) {
        guard let varietal = Reckoning.varietals[varietal], let style = Reckoning.styles[style] else { return nil }
        let shares = Double(varietal * style * (model == "v2" ? 103 : 100)) / 1e6
        let time =
            (model == "v2" ? 28 : 30) * Reckoning.power(ounces / 28, hundredths: model == "v2" ? 90 : 85) * shares
        let clamped = time < 20 ? 20 : time > 120 ? 120 : time
        isLow = clamped < 35
        let down = Int(clamped)
        minutes = clamped - Double(down) < 0.5 ? down : down + 1
        let half = abs(clamped - Double(down) - 0.5)
        isOnEdge = half < 1e-9 || abs(clamped - 35) < 1e-9
    }

    /// Returns a power: the whole part of the exponent by products, the rest by square roots.
    private static func power(_ base: Double, hundredths: Int) -> Double {
        var result = 1.0
        var exponent = Double(hundredths) / 100
        var root = base
        var share = 1.0
        for _ in 0..<60 {
            if exponent >= share {
                exponent -= share
                result *= root
            }
            root = root.squareRoot()
            share /= 2
        }
        return result
    }
}
