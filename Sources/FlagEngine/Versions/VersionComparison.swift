/// What `sem_ver` asks of two versions.
enum VersionComparison: String, CaseIterable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case sameMinor = "~"
    case sameMajor = "^"

    /// Whether the versions stand so.
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
