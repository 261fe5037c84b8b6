import OptionCore
import TunableEngine

/// A typed time for a key whose texts are ISO 8601 durations: `90s` means `PT1M30S`.
enum DurationWord {
    /// Returns the ISO 8601 duration that a text means; nil if the text is neither a time nor such a duration.
    ///
    /// A time is rounded to nanoseconds. A duration in the ISO form stays as it was typed.
    static func text(of word: String) -> String? {
        guard !ValueFormat.duration.includes(word) else { return word }
        guard let seconds = TimeText.seconds(of: word),
            let nanoseconds = Int64(exactly: (seconds * 1e9).rounded())
        else { return nil }
        return text(.nanoseconds(nanoseconds))
    }

    /// Returns a duration in the form that the page uses: days, hours, minutes and seconds, without those that are 0.
    private static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
        var time = (hours > 0 ? "\(hours)H" : "") + (minutes > 0 ? "\(minutes)M" : "")
        if seconds % 60 > 0 || attoseconds > 0 || seconds == 0 {
            time += "\(seconds % 60)\(fraction(attoseconds / 1_000_000_000))S"
        }
        return "P" + (days > 0 ? "\(days)D" : "") + (time.isEmpty ? "" : "T\(time)")
    }

    /// Returns nanoseconds as a decimal fraction without zeros at its end, such as ".5"; an empty text for 0.
    private static func fraction(_ nanoseconds: Int64) -> String {
        guard nanoseconds > 0 else { return "" }
        var digits = String(1_000_000_000 + nanoseconds).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return ".\(digits)"
    }
}
