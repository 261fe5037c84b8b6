/// How hot a stew is kept.
package enum StewHeat: Int, CaseIterable, Hashable, Sendable {
    case lowSimmer
    case mediumSimmer

    /// As a program reads it.
    package var word: StaticString {
        switch self {
        case .lowSimmer: "lowSimmer"
        case .mediumSimmer: "mediumSimmer"
        }
    }

    /// As a person reads it.
    package var title: StaticString {
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
