/// How fast a recording is replayed.
enum ReplaySpeed: Equatable {
    /// So many times as fast as it was recorded.
    case times(Double)
    /// Without pauses.
    case most

    static let expectation = "a number above 0, such as 4 or 0.5, or max"

    /// Reads `4`, `0.5` or `max`; nil for any other text.
    init?(_ text: String) {
        if text == "max" {
            self = .most
        } else if let number = MetricNumber.value(of: text), (1e-6...1e6).contains(number) {
            self = .times(number)
        } else {
            return nil
        }
    }

    /// Returns the time after the start at which a commit is due.
    func time(of commit: Recording.Commit) -> Duration {
        switch self {
        case .times(let number): .seconds(commit.after / number)
        case .most: .zero
        }
    }
}
