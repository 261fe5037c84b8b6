/// The heat at which a stew cooks.
package enum StewHeat: String, CaseIterable, Hashable, Sendable {
    case lowSimmer
    case mediumSimmer

    /// The name for people.
    package var title: String {
        switch self {
        case .lowSimmer: "Low Simmer"
        case .mediumSimmer: "Medium Simmer"
        }
    }

    /// Returns the temperature range in whole degrees.
    package func degrees(in unit: StewUnit) -> ClosedRange<Int> {
        switch (self, unit) {
        case (.lowSimmer, .fahrenheit): 185...200
        case (.lowSimmer, .celsius): 85...93
        case (.mediumSimmer, .fahrenheit): 195...205
        case (.mediumSimmer, .celsius): 90...96
        }
    }
}
