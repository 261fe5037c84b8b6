import JSONCore
import StateCore
import SystemCore
import TestSupport
import Testing
import TunerStore

/// A crash at every single operation of a state that lives: mutations of every sort, with a snapshot between them.
@Suite struct StateCrashTests {
    /// The commits, and the state that each has made.
    private let steps: [(state: State, commit: Commit)]
    /// The states as they are written down, the one before the first commit too.
    private let wanted: [[String]]

    init() throws {
        steps = try MutationScript.steps(epoch: "first").compactMap { state, commit in commit.map { (state, $0) } }
        wanted = ([State(epoch: "first")] + steps.map(\.state)).map { MutationScript.lines(of: $0) }
    }

    /// Makes the mutations one after the other until the disk fails; answers how many commits were answered.
    private func live(_ files: any FileSystem) throws -> Int {
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        var answered = 0
        for (state, commit) in steps {
            do throws(StoreError) {
                let text = MutationScript.lines(of: [commit]).map { $0 + "\n" }
                _ = try journal.append(Array(text.joined().utf8).span, count: text.count, revision: commit.revision)
                answered += 1
                if journal.wantsRoom { try journal.makeRoom() }
                guard answered % 9 == 0 else { continue }
                // Where it fails the journals have it all; a crash ends the rest too.
                let header = try journal.rotate()
                try? SnapshotTests.write(files, header, MutationScript.lines(of: state))
            } catch {
                return answered
            }
        }
        return answered
    }

    private static func recovered(_ files: any FileSystem) throws -> [String] {
        var loader = StateLoader(rules: StateRules())
        _ = try Recovery.run(files, folder: "", repairing: false, into: &loader)
        return MutationScript.lines(of: loader.finish(epoch: "first"))
    }

    @Test(arguments: [DiskFault.crash, .fail(.noSpace), .fail(.inputOutput)])
    func `all that was answered is there, whole, wherever it ends`(fault: DiskFault) throws {
        #expect(wanted.count > 20)
        var place = 0
        while true {
            place += 1
            let number = place
            let files = FaultyFileSystem { $0.number == number ? fault : nil }
            let answered = (try? live(files)) ?? 0
            for outcome in JournalCrashTests.outcomes.prefix(4) {
                let found = try Self.recovered(files.afterCrash(outcome))
                // What was under way may have reached the disk.
                let known = wanted.firstIndex(of: found)
                let isRight = known == answered || known == answered + 1
                #expect(isRight, "\(fault) at \(files.operations[number - 1]), \(outcome): \(known as Any)")
                guard isRight else { return }
            }
            guard files.operations.count >= number else { break }
        }
        #expect(place > 60)
    }
}
