import JSONCore
import Testing

@testable import TunerCommands

/// Tests of the merge of a file, the daemon's values, and the values that both agreed on.
@Suite struct SyncMergeTests {
    private typealias Assignment = SyncMerge.Assignment

    /// Every combination of values of one key: 1, 2 and 3 are values, 0 is none.
    private static let ways = (0...3).flatMap { base in
        (0...3).flatMap { file in (0...3).map { (base, file, $0) } }
    }

    private func value(_ number: Int) -> JSON? { number == 0 ? nil : .integer(Int64(number)) }

    private func values(_ number: Int) -> [String: JSON] { value(number).map { ["k": $0] } ?? [:] }

    @Test(arguments: ways)
    func `a merge follows the side that changed, and the daemon wins a conflict`(base: Int, file: Int, daemon: Int) {
        let merge = SyncMerge(base: values(base), file: values(file), daemon: values(daemon))
        if file == daemon {
            #expect(merge.toFile.isEmpty && merge.toDaemon.isEmpty && merge.conflicts.isEmpty)
            #expect(merge.agreed == values(file))
        } else if file == base {
            #expect(merge.toFile == [Assignment(key: "k", value: value(daemon), old: value(file))])
            #expect(merge.toDaemon.isEmpty && merge.conflicts.isEmpty)
        } else if daemon == base {
            #expect(merge.toDaemon == [Assignment(key: "k", value: value(file), old: value(daemon))])
            #expect(merge.toFile.isEmpty && merge.conflicts.isEmpty)
        } else {
            #expect(merge.toFile == [Assignment(key: "k", value: value(daemon), old: value(file))])
            #expect(merge.conflicts == [SyncMerge.Conflict(key: "k", file: value(file), daemon: value(daemon))])
            #expect(merge.toDaemon.isEmpty)
        }
    }

    @Test(arguments: ways)
    func `a one-way merge changes one side, and only where the other side changed`(base: Int, file: Int, daemon: Int) {
        let pull = SyncMerge(base: values(base), file: values(file), daemon: values(daemon), .pull)
        #expect(pull.toDaemon.isEmpty && pull.conflicts.isEmpty)
        #expect(pull.toFile.isEmpty == (daemon == base || daemon == file))
        let push = SyncMerge(base: values(base), file: values(file), daemon: values(daemon), .push)
        #expect(push.toFile.isEmpty && push.conflicts.isEmpty)
        #expect(push.toDaemon.isEmpty == (file == base || daemon == file))
    }

    @Test func `a merge distinguishes an integer from a decimal number`() {
        let merge = SyncMerge(base: ["a": 1], file: ["a": 1.0], daemon: ["a": 1])
        #expect(merge.toDaemon == [Assignment(key: "a", value: 1.0, old: 1)])
    }

    @Test func `a merge lists keys in order`() {
        let merge = SyncMerge(base: nil, file: [:], daemon: ["b": 1, "a": 2, "B": 3])
        #expect(merge.toFile.map(\.key) == ["B", "a", "b"])
    }
}
