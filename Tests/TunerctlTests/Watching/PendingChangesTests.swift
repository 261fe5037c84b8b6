import ConsoleCore
import JSONCore
import TestSupport
import Testing
import TunerAPI

@testable import TunerCommands

/// Tests of the changes that wait while a command runs.
@Suite struct PendingChangesTests {
    private static func change(_ key: String, _ old: JSON?, _ value: JSON?, _ revision: Int64 = 0) -> WatchedChange {
        var change = ChangeRecord()
        change.key = key
        change.old = old
        change.value = value
        return WatchedChange(change: change, revision: revision)
    }

    private static func all(_ pending: inout PendingChanges) -> [String] {
        var all: [String] = []
        while let next = pending.takeNext() {
            let (old, value) = (ValueText.line(next.change.old), ValueText.line(next.change.value))
            all.append("\(next.change.key) \(old) \(value) \(next.revision)")
        }
        return all
    }

    @Test func `pending changes merge per key, in the order of first changes`() {
        var pending = PendingChanges()
        pending.add(Self.change("a", 1, 2, 1))
        pending.add(Self.change("b", nil, "x", 2))
        pending.add(Self.change("a", 2, 3, 3))
        pending.add(Self.change("c", true, nil, 4))
        #expect(Self.all(&pending) == ["a 1 3 3", "b none x 2", "c true none 4"])
        #expect(Self.all(&pending) == [])
    }

    @Test func `a reverted change is dropped, and a later change is pending again`() {
        var pending = PendingChanges()
        pending.add(Self.change("a", 1, 2))
        pending.add(Self.change("b", 1, 2))
        pending.add(Self.change("a", 2, 1))
        pending.add(Self.change("c", nil, 1))
        pending.add(Self.change("c", 1, nil))
        #expect(Self.all(&pending) == ["b 1 2 0"])
        pending.add(Self.change("c", nil, 5))
        pending.add(Self.change("a", 1, 7))
        #expect(Self.all(&pending) == ["c none 5 0", "a 1 7 0"])
    }

    @Test(arguments: Seeds.all)
    func `random changes merge per key and end at the newest value`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var pending = PendingChanges()
        var values: [String: JSON] = [:]
        var seen: [String: JSON] = [:]
        func takeOne() -> Bool {
            guard let next = pending.takeNext() else { return false }
            #expect(next.change.old == seen[next.change.key], "seed \(seed)")
            #expect(next.change.old != next.change.value, "seed \(seed)")
            seen[next.change.key] = next.change.value
            return true
        }
        for _ in 0..<5_000 {
            let key = "k\(Int.random(in: 0..<7, using: &generator))"
            let number = Int64.random(in: 0..<4, using: &generator)
            let value: JSON? = number == 0 ? nil : .integer(number)
            if value != values[key] {
                pending.add(Self.change(key, values[key], value))
                values[key] = value
            }
            if Int.random(in: 0..<4, using: &generator) == 0 { _ = takeOne() }
        }
        while takeOne() {}
        #expect(seen == values, "seed \(seed)")
    }
}
