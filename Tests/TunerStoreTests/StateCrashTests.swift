import JSONCore
import StateCore
import SystemCore
import TestSupport
import Testing
import TunerStore

/// A crash at each operation while mutations of every kind are written, with snapshots between them.
@Suite struct StateCrashTests {
    /// The commits, each with the state after it.
    private let steps: [(state: State, commit: Commit)]
    /// The records of each state, starting with the state before the first commit.
    private let wanted: [[String]]

    init() throws {
        steps = try MutationScript.steps(epoch: "first").compactMap { state, commit in commit.map { (state, $0) } }
        wanted = ([State(epoch: "first")] + steps.map(\.state)).map { MutationScript.lines(of: $0) }
    }

    /// Performs the mutations until the disk fails, and returns the number of acknowledged commits.
    private func live(_ files: any FileSystem) throws -> Int {
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        var acknowledged = 0
        for (state, commit) in steps {
            do throws(StoreError) {
                let text = MutationScript.lines(of: [commit]).map { $0 + "\n" }
                _ = try journal.append(Array(text.joined().utf8).span, count: text.count, revision: commit.revision)
                acknowledged += 1
                if journal.wantsRoom { try journal.makeRoom() }
                guard acknowledged % 9 == 0 else { continue }
                // If the snapshot fails, the journals still contain everything.
                let header = try journal.rotate()
                try? SnapshotTests.write(files, header, MutationScript.lines(of: state))
            } catch {
                return acknowledged
            }
        }
        return acknowledged
    }

    private static func recovered(_ files: any FileSystem) throws -> [String] {
        var loader = StateLoader(rules: StateRules())
        _ = try Recovery.run(files, directory: "", repairing: false, into: &loader)
        return MutationScript.lines(of: loader.finish(epoch: "first"))
    }

    @Test(arguments: [DiskFault.crash, .fail(.noSpace), .fail(.inputOutput)])
    func `an interruption at any operation loses no acknowledged commit`(fault: DiskFault) throws {
        #expect(wanted.count > 20)
        var calls = 0
        while true {
            calls += 1
            let number = calls
            let files = FaultyFileSystem { $0.number == number ? fault : nil }
            let acknowledged = (try? live(files)) ?? 0
            for outcome in JournalCrashTests.outcomes.prefix(4) {
                let found = try Self.recovered(files.afterCrash(outcome))
                // The commit that was being written may have reached the disk.
                let known = wanted.firstIndex(of: found)
                let isRight = known == acknowledged || known == acknowledged + 1
                #expect(isRight, "\(fault) at \(files.operations[number - 1]), \(outcome): \(known as Any)")
                guard isRight else { return }
            }
            guard files.operations.count >= number else { break }
        }
        #expect(calls > 60)
    }
}
