/// How hot a stew is kept.
package enum StewHeat: String, CaseIterable, Hashable, Sendable {
    case lowSimmer
    case mediumSimmer

    /// As a person reads it.
    package var title: String {
        switch self {
        case .lowSimmer: "Low Simmer"
        case .mediumSimmer: "Medium Simmer"
        }
    }

    /// Its degrees, from and to.
    package func degrees(in unit: StewUnit) -> ClosedRange<Int> {
        switch (self, unit) {
        case (.lowSimmer, .fahrenheit): 185...200
        case (.lowSimmer, .celsius): 85...93
        case (.mediumSimmer, .fahrenheit): 195...205
        case (.mediumSimmer, .celsius): 90...96
        }
    }
}
