import JSONCore
import StateCore
import Testing
import TunableEngine

@testable import TunerStore

/// The effect of undo on a commit depends on the operation's name, even if the commit was read from a file.
@Suite struct StoredOperationTests {
    /// The results of `undo` after vim has set a value and another user's commit has changed it.
    struct Results: Equatable {
        /// The result when vim undoes its own change.
        let vim: String
        /// The result when the other user undoes.
        let other: String

        static let undoable = Results(vim: "changed by other", other: "undone [2]")
        static let permanent = Results(vim: "changed by other", other: "cannot be undone")
        static let consequence = Results(vim: "undone [1]", other: "nothing to undo")
    }

    /// The operation names in files of all versions; never change or remove an entry.
    static let names: [(String, Results)] = [
        ("tunables.set", .undoable),
        ("tunables.update", .undoable),
        ("tunables.setAll", .undoable),
        ("tunables.import", .undoable),
        ("tunables.reset", .undoable),
        ("tunables.resetAll", .undoable),
        ("tunables.toggle", .undoable),
        ("tunables.step", .undoable),
        ("tunables.declare", .permanent),
        ("tunables.forget", .permanent),
        ("tunables.undo", .consequence),
        ("tunables.redo", .consequence),
        ("tunables.revert", .consequence),
        ("tunables.try", .undoable),
        ("tunables.confirm", .undoable),
        ("tunables.cancel", .consequence),
        ("layers.put", .permanent),
        ("layers.keep", .permanent),
        ("layers.revert", .permanent),
        ("layers.remove", .permanent),
        ("layers.activate", .permanent),
        ("flags.killSwitch", .permanent),
        ("flags.define", .permanent),
        ("flags.declare", .permanent),
        ("flags.remove", .permanent),
        ("flags.set", .undoable),
        ("flags.reset", .undoable),
        ("worlds.create", .permanent),
        ("worlds.propose", .permanent),
        ("worlds.drop", .permanent),
        ("worlds.merge", .undoable),
        ("of.another.version", .permanent),
        ("", .permanent),
    ]

    private static func result(of author: Author, _ state: State) -> String {
        var state = state
        do throws(StateRefusal) {
            let outcome = try state.perform(.undo(everyone: false), by: author, at: Moment(milliseconds: 9_000))
            return "undone \(outcome.undone)"
        } catch {
            return switch error {
            case .nothingToUndo: "nothing to undo"
            case .notUndoable: "cannot be undone"
            case .changedByOther: "changed by other"
            default: "\(error)"
            }
        }
    }

    private static func results(_ state: State) -> Results {
        Results(vim: result(of: MutationScript.author, state), other: result(of: MutationScript.other, state))
    }

    private static func read(_ lines: [String]) throws -> State {
        let loader = StateLoader(rules: StateRules())
        loader.begin()
        for line in lines {
            try loader.load(Array(line.utf8).span, from: .journal)
        }
        return loader.finish(epoch: "e")
    }

    @Test(arguments: names)
    func `undo of a commit depends on its operation name, new or loaded`(
        name: String,
        expected: Results
    ) throws {
        let key = try Key("a")
        var state = State(epoch: "e")
        let commits = [(MutationScript.author, "tunables.set", 1), (MutationScript.other, name, 2)].map {
            (author, name, value) in
            state.apply(
                [.local(key, LocalValue(.integer(value)))],
                revision: value,
                time: Moment(milliseconds: value * 2_000),
                actor: author.actor,
                operation: Operation(named: name)
            ).commit
        }
        #expect(Self.results(state) == expected)
        let journal = MutationScript.lines(of: commits)
        #expect(journal.last?.contains(#""operation":"\#(name)""#) == true)
        for lines in [journal, MutationScript.lines(of: state)] {
            let read = try Self.read(lines)
            #expect(Self.results(read) == expected)
            #expect(read.history.newest?.operation.name == name)
        }
    }

    @Test func `each kind of mutation has a distinct operation name in the list`() {
        let known = Self.names.map(\.0).filter { Operation(named: $0) != .unknown($0) }
        #expect(Set(known) == Set(Mutation.Kind.allCases.map(\.rawValue)))
        #expect(known.count == Self.names.count - 2)
    }
}
