import SystemCore
import Testing

@testable import TunerDaemon

/// Tests of the number of change lines in one second, at given times.
@Suite struct ChangeBudgetTests {
    private static let start = MonotonicTime(nanoseconds: 1_000_000_000)

    /// Returns a budget without room, in the second that begins at `start`.
    private func fullBudget() -> ChangeBudget {
        var budget = ChangeBudget()
        _ = budget.advance(to: Self.start)
        for _ in 0..<ChangeBudget.linesPerSecond {
            #expect(budget.room > 0)
            budget.noteLine()
        }
        return budget
    }

    @Test func `a second has room for a hundred lines`() {
        #expect(fullBudget().room == 0)
        #expect(ChangeBudget.linesPerSecond == 100)
    }

    @Test func `the room returns after a second, with the number of skipped changes`() {
        var budget = fullBudget()
        let areFirst = [budget.skip(3), budget.skip(4)]
        #expect(areFirst == [true, false])
        let early = budget.advance(to: Self.start + .milliseconds(999))
        #expect(early == 0 && budget.room == 0)
        let late = budget.advance(to: Self.start + .seconds(1))
        #expect(late == 7 && budget.room == 100)
        let rest = budget.takeSkipped()
        #expect(rest == 0)
    }

    @Test func `skipped changes are reported once`() {
        var budget = fullBudget()
        _ = budget.skip(5)
        let counts = [budget.takeSkipped(), budget.advance(to: Self.start + .seconds(2))]
        #expect(counts == [5, 0])
    }
}
