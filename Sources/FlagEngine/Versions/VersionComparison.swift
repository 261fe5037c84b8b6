/// The comparison operators of `sem_ver`.
enum VersionComparison: String, CaseIterable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case sameMinor = "~"
    case sameMajor = "^"

    /// Returns whether the comparison is true for two versions.
    func holds(_ left: SemanticVersion, _ right: SemanticVersion) -> Bool {
        switch self {
        case .equal: left.compare(right) == 0
        case .notEqual: left.compare(right) != 0
        case .less: left.compare(right) < 0
        case .lessOrEqual: left.compare(right) <= 0
        case .greater: left.compare(right) > 0
        case .greaterOrEqual: left.compare(right) >= 0
        case .sameMinor: left.agrees(with: right, numbers: 2)
        case .sameMajor: left.agrees(with: right, numbers: 1)
        }
    }
}
