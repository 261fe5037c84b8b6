import JSONCore
import Testing
import TunerAPI

@testable import TunerCommands

@Suite struct KnownValuesTests {
    private static func news(_ values: [(String, JSON?)], isComplete: Bool, isSilent: Bool = false) -> WatchUpdate {
        let changes = values.map { WatchedChange(change: ChangeRecord($0.0, $0.1), revision: 5) }
        return WatchUpdate(changes: changes, isComplete: isComplete, isSilent: isSilent, revision: 5)
    }

    /// Returns the changes that several notifications cause.
    private static func taken(_ news: [WatchUpdate]) -> [[WatchedChange]] {
        var known = KnownValues()
        return news.map { known.apply($0) }
    }

    private static func text(_ value: JSON?) -> String { value.map(JSONText.compact) ?? "-" }

    private static func texts(_ changes: [WatchedChange]) -> [String] {
        changes.map { "\($0.change.key) \(text($0.change.old)) \(text($0.change.value)) \($0.revision)" }
    }

    @Test func `partial updates pass through unchanged and are recorded`() {
        let taken = Self.taken([
            Self.news([("a", 1), ("a", 1), ("b", nil)], isComplete: false), Self.news([("a", 1)], isComplete: true),
        ])
        #expect(taken.map(\.count) == [3, 0])
    }

    @Test func `a complete update yields only the differences, removed keys last`() {
        let taken = Self.taken([
            Self.news([("d", 1), ("a", 1), ("b", 1), ("c", 1)], isComplete: true),
            Self.news([("b", 2), ("a", 1), ("e", 3)], isComplete: true),
            Self.news([("a", 1), ("b", 2), ("e", 3)], isComplete: true),
        ])
        #expect(Self.texts(taken[1]) == ["b 1 2 5", "e - 3 5", "c 1 - 5", "d 1 - 5"])
        #expect(taken[2].isEmpty)
    }

    @Test func `a silent update is recorded but yields no change`() {
        let taken = Self.taken([
            Self.news([("a", 1)], isComplete: true, isSilent: true), Self.news([("a", 2)], isComplete: true),
        ])
        #expect(taken.map(Self.texts) == [[], ["a 1 2 5"]])
    }

    @Test func `a removed flag yields an error evaluation, and a new variant is a change`() {
        var (on, also) = (
            WatchedChange(change: ChangeRecord("f", true), revision: 5),
            WatchedChange(change: ChangeRecord("f", true), revision: 5)
        )
        on.evaluation = WatchedChange.Evaluation(variant: "on", reason: "STATIC")
        also.evaluation = WatchedChange.Evaluation(variant: "also", reason: "STATIC")
        let taken = Self.taken([
            WatchUpdate(changes: [on], isComplete: true), WatchUpdate(changes: [also], isComplete: true),
            WatchUpdate(changes: [also], isComplete: true), WatchUpdate(isComplete: true, revision: 6),
        ])
        #expect(taken.map(\.count) == [1, 1, 0, 1])
        #expect(taken[3].map(\.evaluation?.reason) == ["ERROR"])
        #expect(taken[3].map(\.change.old) == [true])
    }
}
