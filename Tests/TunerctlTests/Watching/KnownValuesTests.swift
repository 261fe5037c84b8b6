import ConsoleCore
import JSONCore
import Testing
import TunerAPI

@testable import TunerCommands

@Suite struct KnownValuesTests {
    private static func update(_ values: [(String, JSON?)], isComplete: Bool, isSilent: Bool = false) -> WatchUpdate {
        let changes = values.map { WatchedChange(change: ChangeRecord($0.0, $0.1), revision: 5) }
        return WatchUpdate(changes: changes, isComplete: isComplete, isSilent: isSilent, revision: 5)
    }

    /// Returns the changes that several notifications cause.
    private static func reported(_ updates: [WatchUpdate]) -> [[WatchedChange]] {
        var known = KnownValues()
        return updates.map { known.apply($0) }
    }

    private static func text(_ value: JSON?) -> String { value.map(JSONText.compact) ?? "-" }

    private static func texts(_ changes: [WatchedChange]) -> [String] {
        changes.map { "\($0.change.key) \(text($0.change.old)) \(text($0.change.value)) \($0.revision)" }
    }

    @Test func `partial updates pass through unchanged and are recorded`() {
        let reported = Self.reported([
            Self.update([("a", 1), ("a", 1), ("b", nil)], isComplete: false), Self.update([("a", 1)], isComplete: true),
        ])
        #expect(reported.map(\.count) == [3, 0])
    }

    @Test func `a complete update yields only the differences, removed keys last`() {
        let reported = Self.reported([
            Self.update([("d", 1), ("a", 1), ("b", 1), ("c", 1)], isComplete: true),
            Self.update([("b", 2), ("a", 1), ("e", 3)], isComplete: true),
            Self.update([("a", 1), ("b", 2), ("e", 3)], isComplete: true),
        ])
        #expect(Self.texts(reported[1]) == ["b 1 2 5", "e - 3 5", "c 1 - 5", "d 1 - 5"])
        #expect(reported[2].isEmpty)
    }

    @Test func `a silent update is recorded but yields no change`() {
        let reported = Self.reported([
            Self.update([("a", 1)], isComplete: true, isSilent: true), Self.update([("a", 2)], isComplete: true),
        ])
        #expect(reported.map(Self.texts) == [[], ["a 1 2 5"]])
    }

    @Test func `a removed flag yields an error evaluation, and a new variant is a change`() {
        var (on, also) = (
            WatchedChange(change: ChangeRecord("f", true), revision: 5),
            WatchedChange(change: ChangeRecord("f", true), revision: 5)
        )
        on.evaluation = WatchedChange.Evaluation(variant: "on", reason: "STATIC")
        also.evaluation = WatchedChange.Evaluation(variant: "also", reason: "STATIC")
        let reported = Self.reported([
            WatchUpdate(changes: [on], isComplete: true), WatchUpdate(changes: [also], isComplete: true),
            WatchUpdate(changes: [also], isComplete: true), WatchUpdate(isComplete: true, revision: 6),
        ])
        #expect(reported.map(\.count) == [1, 1, 0, 1])
        #expect(reported[3].map(\.evaluation?.reason) == ["ERROR"])
        #expect(reported[3].map(\.change.old) == [true])
    }
}
