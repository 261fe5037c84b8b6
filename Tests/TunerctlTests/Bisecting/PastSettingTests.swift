import JSONCore
import SystemCore
import TestSupport
import Testing
import TunerAPI

@testable import TunerCommands

/// The values at an earlier revision, computed from commits.
@Suite struct PastSettingTests {
    private func commit(_ revision: Int64, _ changes: ChangeRecord..., flags: [FlagEditRecord] = []) -> CommitRecord {
        var commit = CommitRecord()
        (commit.revision, commit.changes) = (revision, changes)
        commit.flags = flags.isEmpty ? nil : flags
        return commit
    }

    private func edit(_ key: String, _ variant: String?, old: String?) -> FlagEditRecord {
        var edit = FlagEditRecord()
        (edit.key, edit.variant, edit.oldVariant) = (key, variant, old)
        edit.isReset = variant == nil ? true : nil
        return edit
    }

    @Test func `the oldest of the later commits has the value of then`() {
        let past = PastSetting(reversing: [
            commit(5, ChangeRecord("a", 4, old: 3), ChangeRecord("gone", nil, old: 1)),
            commit(4, ChangeRecord("new", 1), ChangeRecord("same", 7, old: 6)),
            commit(3, ChangeRecord("a", 3, old: 2), ChangeRecord("same", 6, old: 7)),
        ])
        #expect(past.values == ["a": 2, "gone": 1])
        #expect(past.newKeys == ["new"])
        #expect(past.overrides == [:])
    }

    @Test func `overrides are reversed, and definitions are only named`() {
        var defined = FlagEditRecord()
        (defined.key, defined.isDefined) = ("late", true)
        let past = PastSetting(reversing: [
            commit(4, flags: [edit("on", nil, old: "b"), edit("late", "x", old: nil)]),
            commit(3, flags: [edit("on", "b", old: "a"), defined]),
        ])
        #expect(past.overrides == ["on": .variant("a")])
        #expect(past.newOverrides == ["late"])
        #expect(past.redefinedFlags == ["late"])
        #expect(past.values.isEmpty)
    }

    @Test(arguments: Seeds.all)
    func `the values of each revision follow from the present ones`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var states: [[String: Int64]] = [[:]]
        var commits: [CommitRecord] = []
        for revision in 1...60 {
            var (state, record) = (states[revision - 1], CommitRecord())
            record.revision = Int64(revision)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let key = "k\(Int.random(in: 0..<9, using: &random))"
                guard !record.changes.contains(where: { $0.key == key }) else { continue }
                let value = Bool.random(using: &random) ? Int64.random(in: 0..<4, using: &random) : nil
                guard value != state[key] else { continue }
                let old = state[key].map { JSON.integer($0) }
                record.changes.append(ChangeRecord(key, value.map { .integer($0) }, old: old))
                state[key] = value
            }
            states.append(state)
            commits.insert(record, at: 0)
        }
        let history = CommitHistory(commits)
        for revision in 0...60 {
            let past = PastSetting(reversing: history.commits(after: Int64(revision)))
            var state = states[60]
            for member in past.values.members { state[member.name] = member.value.integer }
            for key in past.newKeys { state[key] = nil }
            #expect(state == states[revision], "seed \(seed), revision \(revision)")
        }
    }

    @Test func `a history ends at a gap`() throws {
        let history = CommitHistory([9, 8, 7, 5, 4].map { commit($0) })
        #expect((history.last, history.oldest) == (9, 6))
        #expect(try history.revision(.number(6)) == 6)
        #expect(throws: HistoryFault.tooOld(5, oldest: 6)) { try history.revision(.number(5)) }
        #expect(throws: HistoryFault.noRevision(10, last: 9)) { try history.revision(.number(10)) }
    }

    @Test func `a time names the last revision before it`() throws {
        var first = commit(3)
        first.time = "2026-08-06T20:15:00.000Z"
        var second = commit(4)
        second.time = "2026-08-06T20:25:00.500Z"
        let history = CommitHistory([second, first])
        let now = try #require(WallTime(rfc3339: "2026-08-06T20:30:00.000Z"))
        func revision(_ text: String) throws -> Int64 {
            try history.revision(try #require(PastRevision(text, now: now)))
        }
        #expect(try revision("2026-08-06T20:15:00Z") == 3)
        #expect(try revision("2026-08-06T20:25:00.499Z") == 3)
        #expect(try revision("4m") == 4)
        #expect(try revision("10m") == 3)
        #expect(throws: HistoryFault.timeTooOld("1h", oldest: 2)) { try revision("1h") }
        for text in ["-1", "1.5", "soon", "", "2026-08-06"] { #expect(PastRevision(text, now: now) == nil, "\(text)") }
    }
}

extension JSON {
    fileprivate var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
}
