import ConsoleCore
import JSONCore
import TunerAPI

/// The reports of subscribers as lines of text.
enum AppliedText {
    private static let heads = ["PROGRAM", "STATE", "APPLIED", "AFTER", "NOTE"]

    /// Returns a header and a row for each subscription; an empty text without any.
    static func table(_ subscribers: [SubscriberRecord], columns: Int?) -> String {
        guard !subscribers.isEmpty else { return "" }
        return Table.text([heads] + subscribers.map(row), columns: columns)
    }

    private static func row(_ subscriber: SubscriberRecord) -> [String] {
        let revisions = subscriber.applied.map { "\($0) of \(subscriber.sent)" } ?? "- of \(subscriber.sent)"
        let delay = subscriber.state == .waiting ? nil : subscriber.took
        return [
            name(of: subscriber), subscriber.state.rawValue, subscriber.state == .unknown ? "" : revisions,
            delay.map(milliseconds) ?? "", notes(subscriber).joined(separator: "; "),
        ]
    }

    /// Returns the name of a program: "game[4711]".
    static func name(of subscriber: SubscriberRecord) -> String {
        "\(subscriber.client.shownWhole)[\(subscriber.pid)]"
    }

    /// Returns the values that a program does not use, each as "game.wind: the arena has no wind".
    static func refusals(_ subscriber: SubscriberRecord) -> [String] {
        (subscriber.refused ?? []).map { "\($0.key.shownWhole): \($0.reason.shownWhole)" }
    }

    private static func notes(_ subscriber: SubscriberRecord) -> [String] {
        // A client that has not reported the newest value may still refuse an older one.
        var notes = subscriber.state == .refused ? refusals(subscriber) : []
        if let unread = subscriber.unread {
            notes.append("has not read \(unread.map(\.shownWhole).joined(separator: ", "))")
        }
        if subscriber.lags == true { notes.append("has not received all changes") }
        if let world = subscriber.world { notes.append("in the world \(world.shownWhole)") }
        return notes
    }

    /// Returns a time in milliseconds: "0.4 ms", "12 ms".
    static func milliseconds(_ time: Double) -> String {
        guard time < 10 else { return "\(Int64(min(time.rounded(), 1e15))) ms" }
        let tenths = Int64((time * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
