import FlagEngine
import JSONCore
import StateCore
import SystemCore
import TestSupport
import Testing
import TunableEngine
import TunerStore

/// A crash at each operation while a try begins and ends: no changed value is left without its end.
@Suite struct TryCrashTests {
    enum End: CaseIterable {
        case confirm, cancel, deadline, person
    }

    private static let author = MutationScript.author
    private static let keys: [Key] = ["a", "b"].compactMap { try? Key($0) }
    private static let flag = FlagKey.tried

    /// The values of the two tunables and of the flag.
    private struct Picture: Equatable {
        let values: [JSON?]
        let override: FlagOverride?
        let layers: [String]
        let activeLayers: [String]

        init(_ state: State) {
            values = keys.map { state.tunable($0)?.resolution.value }
            override = state.flag(flag)?.override?.content
            layers = state.allLayers.map { "\($0.name) \($0.version ?? "")" }
            activeLayers = state.activeNames
        }
    }

    /// The commits, from the first value to the end of the try.
    private static func commits(_ end: End) throws -> (commits: [Commit], before: State, after: State) {
        var state = State(epoch: "e")
        var commits: [Commit] = []
        func perform(_ mutation: Mutation, at time: Int64) throws {
            let outcome = try state.perform(mutation, by: author, at: Moment(milliseconds: time))
            commits += outcome.commit.map { [$0] } ?? []
        }
        let definition = try FlagDefinition.declared(["type": "boolean", "default": false], key: flag)
        var values = KeyMap<JSON>()
        values.insert(1, for: try Key("c"))
        try perform(.update([.init(keys[0], 1), .init(keys[1], 1)], WriteOptions()), at: 0)
        try perform(.declareFlags([definition], replace: false), at: 0)
        try perform(.putLayer(Layer(name: "night", values: values, version: "1")), at: 0)
        let before = state
        var request = TryRequest()
        request.values = [.init(keys[0], 2), .init(keys[1], 2)]
        request.flags = [(flag, .value(true))]
        request.layer = Layer(name: "night", values: values, version: "2")
        try perform(.beginTry(request, for: 1_000), at: 1_000)
        let id = state.revision
        switch end {
        case .confirm: try perform(.confirmTry(id), at: 1_500)
        case .cancel: try perform(.cancelTry(id, because: "slow"), at: 1_500)
        case .deadline: try perform(.revert, at: 2_000)
        case .person: try perform(.set(keys[0], 3, WriteOptions()), at: 1_500)
        }
        return (commits, before, state)
    }

    private static func live(_ files: any FileSystem, _ commits: [Commit]) throws {
        var journal = try TestStore.journal(files, after: try TestStore.recover(files).files)
        for commit in commits {
            let text = MutationScript.lines(of: [commit]).map { $0 + "\n" }.joined()
            _ = try journal.append(Array(text.utf8).span, count: 1, revision: commit.revision)
        }
    }

    @Test(arguments: End.allCases, [DiskFault.crash, .fail(.noSpace), .fail(.inputOutput)])
    func `after a crash at any operation a try is reverted, kept or pending as a whole`(
        end: End,
        fault: DiskFault
    ) throws {
        let (commits, before, after) = try Self.commits(end)
        // What must be there once the time of the try is over.
        let final: Set<Int> = [0, 1]
        var ends: Set<Int> = []
        var number = 0
        while true {
            number += 1
            let files = FaultyFileSystem { [number] in $0.number == number ? fault : nil }
            try? Self.live(files, commits)
            for outcome in JournalCrashTests.outcomes.prefix(4) {
                var loader = StateLoader(rules: StateRules())
                _ = try Recovery.run(files.afterCrash(outcome), directory: "", repairing: false, into: &loader)
                var found = loader.finish(epoch: "e")
                guard found.revision >= before.revision else { continue }
                _ = try found.perform(.revert, by: Self.author, at: Moment(milliseconds: 1_000_000))
                #expect(found.allTries.isEmpty)
                #expect(found.nextDeadline == nil)
                var last = after
                _ = try last.perform(.revert, by: Self.author, at: Moment(milliseconds: 1_000_000))
                let picture = Picture(found)
                let index = [Picture(before), Picture(last)].firstIndex(of: picture)
                ends.formUnion(index.map { [$0] } ?? [])
                #expect(index != nil, "\(fault) at \(files.operations[number - 1]), \(outcome): \(picture)")
                guard index != nil else { return }
            }
            guard files.operations.count >= number else { break }
        }
        #expect(number > 8)
        #expect(ends == (Picture(before) == Picture(after) ? [0] : final))
    }
}

extension FlagKey {
    fileprivate static let tried: FlagKey = {
        guard let key = try? FlagKey("beta") else { preconditionFailure("the key is valid") }
        return key
    }()
}
