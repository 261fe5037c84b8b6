extension Duration {
    /// The duration in milliseconds with two decimals: "0.31 ms".
    package var milliseconds: String {
        let hundredths = Int64((self / .microseconds(10)).rounded())
        let part = hundredths % 100
        return "\(hundredths / 100).\(part < 10 ? "0" : "")\(part) ms"
    }

    /// The duration in its largest unit: "7 s", "3 h".
    package var shortWords: String {
        let seconds = components.seconds
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min"
        case ..<86_400: return "\(seconds / 3_600) h"
        default: return "\(seconds / 86_400) d"
        }
    }

    /// The duration in at most two units: "7 s", "3 h 12 min".
    package var words: String {
        let seconds = components.seconds
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min \(seconds % 60) s"
        case ..<86_400: return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
        default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3_600) h"
        }
    }
}
