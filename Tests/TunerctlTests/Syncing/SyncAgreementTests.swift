import JSONCore
import TestSupport
import Testing

@testable import TunerCommands

/// Tests of the agreed values while the file and the daemon change between the steps of a merge.
@Suite struct SyncAgreementTests {
    @Test func `a pushed value counts as agreed even if the file is saved again`() {
        var agreement = SyncAgreement(values: ["a": 21, "b": 1])
        let first = merge(agreement, file: ["a": 22, "b": 1], daemon: ["a": 21, "b": 2])
        agreement = SyncAgreement(values: first.agreed, toDaemon: SyncAgreement.noted(first.toDaemon))
        agreement.finishPush(of: first.toDaemon)
        agreement.toFile = SyncAgreement.noted(first.toFile)
        let second = merge(agreement, file: ["a": 23, "b": 1], daemon: ["a": 22, "b": 2])
        #expect(second.conflicts.isEmpty)
        #expect(second.toDaemon == [SyncMerge.Assignment(key: "a", value: 23, old: 22)])
        #expect(second.toFile == [SyncMerge.Assignment(key: "b", value: 2, old: 1)])
    }

    @Test func `a value that the daemon reverts after a push counts as the daemon's change`() {
        var agreement = SyncAgreement(values: ["a": 21], toDaemon: ["a": 22])
        agreement.finishPush(of: [SyncMerge.Assignment(key: "a", value: 22, old: 21)])
        let undone = merge(agreement, file: ["a": 22], daemon: ["a": 21])
        #expect(undone.toDaemon.isEmpty && undone.toFile == [SyncMerge.Assignment(key: "a", value: 21, old: 22)])
    }

    @Test func `a push without a response counts as agreed when the daemon has the value`() {
        let agreement = SyncAgreement(values: ["a": 21], toDaemon: ["a": 22])
        let stored = merge(agreement, file: ["a": 23], daemon: ["a": 22])
        #expect(stored.conflicts.isEmpty && stored.toDaemon == [SyncMerge.Assignment(key: "a", value: 23, old: 22)])
        let lost = merge(agreement, file: ["a": 23], daemon: ["a": 21])
        #expect(lost.conflicts.isEmpty && lost.toDaemon == [SyncMerge.Assignment(key: "a", value: 23, old: 21)])
    }

    @Test func `only finished pushes and pulls count as agreed`() {
        var agreement = SyncAgreement(values: ["a": 1, "locked": 1], toDaemon: ["a": .null, "locked": 2])
        agreement.finishPush(of: [SyncMerge.Assignment(key: "a", value: nil, old: 1)])
        #expect(agreement == SyncAgreement(values: ["locked": 1]))
        agreement.toFile = ["b": 3]
        agreement.finishPull(of: [SyncMerge.Assignment(key: "b", value: 3, old: nil)])
        #expect(agreement == SyncAgreement(values: ["locked": 1, "b": 3]))
    }

    private func merge(_ agreement: SyncAgreement, file: [String: JSON], daemon: [String: JSON]) -> SyncMerge {
        SyncMerge(base: agreement.settled(file: file, daemon: daemon), file: file, daemon: daemon)
    }
}
