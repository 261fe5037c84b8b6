import ConsoleCore
import SystemCore

/// The age of a change, for people.
enum AgeText {
    /// Returns ", 3 s ago"; an empty text for a time that is not known.
    static func age(of time: WallTime?, at now: WallTime) -> String {
        guard let time else { return "" }
        return ", \(Duration.milliseconds(max(now.milliseconds - time.milliseconds, 0)).shortWords) ago"
    }
}
