import FlagEngine
import JSONCore
package import StateCore
import TunableEngine

/// A consumer that builds a state from the records of a snapshot and of the journals after it.
package final class StateLoader: RecordConsumer {
    private let rules: StateRules
    private var builder: StateBuilder?
    private var state: State
    /// Time, actor and operation of the last commit of a journal; a ``NextCommitLine`` omits them.
    private var last: (time: Moment, actor: Actor, operation: Operation)?
    package private(set) var softState = SoftState()

    /// Creates a loader whose state is empty.
    package init(rules: StateRules) {
        self.rules = rules
        state = State(epoch: "", rules: rules)
    }

    /// Discards everything that was taken so far.
    package func begin() {
        builder = nil
        last = nil
        state = State(epoch: "", rules: rules)
        softState = SoftState()
    }

    package func load(_ record: Span<UInt8>, from kind: StoreFileName.Kind) throws(RecordFault) {
        do throws(CodingFault) {
            try load(record)
        } catch {
            throw RecordFault(error.description)
        }
    }

    /// Adds one line of a snapshot or a journal to the state.
    ///
    /// The third byte, which is the first letter of the first member's name, distinguishes the kinds of lines.
    private func load(_ line: Span<UInt8>) throws(CodingFault) {
        switch line.count > 2 ? line[2] : 0 {
        case UInt8(ascii: "k"): try loadTunable(line)
        case UInt8(ascii: "f"): try loadFlag(line)
        case UInt8(ascii: "r"): try loadCommit(line)
        case UInt8(ascii: "e"): try loadNextCommit(line)
        case UInt8(ascii: "a"): try loadHead(line)
        case UInt8(ascii: "n"): try loadLayer(line)
        case UInt8(ascii: "c"): try loadHistory(line)
        case UInt8(ascii: "t"): try loadTry(line)
        case UInt8(ascii: "s"): softState = try StateLoader.read(SoftLine.self, line).state()
        default: throw .unknownLine
        }
    }

    /// Returns the state of all records so far.
    package func finish(epoch: String) -> State {
        leaveSnapshot()
        state.epoch = epoch
        return state
    }

    private func loadHead(_ line: Span<UInt8>) throws(CodingFault) {
        let head = try StateLoader.read(HeadLine.self, line)
        var builder = StateBuilder(
            rules: rules,
            revision: head.revision,
            killSwitch: try head.limits.map { (line) throws(CodingFault) in try line.entry() },
            activeNames: head.active
        )
        for mark in head.undone where mark.count == 2 {
            builder.mark(mark[0], undoneBy: mark[1])
        }
        self.builder = consume builder
    }

    private func loadLayer(_ line: Span<UInt8>) throws(CodingFault) {
        let layer = try StateLoader.read(LayerLine.self, line).layer()
        guard builder?.add(layer) != nil else { throw .noHead }
    }

    private func loadTunable(_ line: Span<UInt8>) throws(CodingFault) {
        let tunable = try StateLoader.read(TunableLine.self, line)
        let isInOrder = builder?.add(
            try Key(stored: tunable.key),
            try tunable.declaration(),
            tunable.local,
            revision: tunable.revision
        )
        guard let isInOrder else { throw .noHead }
        guard isInOrder else { throw .disorder(tunable.key) }
    }

    private func loadFlag(_ line: Span<UInt8>) throws(CodingFault) {
        let flag = try StateLoader.read(FlagLine.self, line)
        let key = try FlagKey(stored: flag.flag)
        let parts = try flag.parts(of: key)
        guard builder?.add(key, parts) != nil else { throw .noHead }
    }

    private func loadTry(_ line: Span<UInt8>) throws(CodingFault) {
        let pending = try StateLoader.read(TryLine.self, line).pending()
        guard builder?.add(pending) != nil else { throw .noHead }
    }

    private func loadHistory(_ line: Span<UInt8>) throws(CodingFault) {
        let commit = try StateLoader.read(PastLine.self, line).past()
        guard builder?.add(commit) != nil else { throw .noHead }
    }

    private func loadCommit(_ line: Span<UInt8>) throws(CodingFault) {
        leaveSnapshot()
        let commit = try StateLoader.read(CommitLine.self, line)
        guard commit.revision > state.revision else { throw .revision(commit.revision, after: state.revision) }
        let edits = try commit.stored()
        last = (Moment(milliseconds: commit.time), commit.actor, Operation(named: commit.operation))
        apply(edits, revision: commit.revision)
    }

    private func loadNextCommit(_ line: Span<UInt8>) throws(CodingFault) {
        guard last != nil else { throw .noCommitBefore }
        apply(try StateLoader.read(NextCommitLine.self, line).stored(), revision: state.revision + 1)
    }

    private func apply(_ edits: [Edit], revision: Int64) {
        guard let (time, actor, operation) = last else { return }
        state.apply(edits, revision: revision, time: time, actor: actor, operation: operation)
        noteInSoftState(edits, at: time)
    }

    /// Notes in the soft state when keys were declared and layers were put.
    ///
    /// The line of soft state is written later than the commit, and a crash may lose it.
    private func noteInSoftState(_ edits: [Edit], at time: Moment) {
        var declared: [Key] = []
        // These commits put layers that had arrived before.
        let isOldContent = [
            .mutation(.keepLayer), .mutation(.revertLayer), .mutation(.revert), .mutation(.confirmTry),
            .mutation(.cancelTry),
        ].contains(last?.operation)
        for edit in edits {
            switch edit {
            case .declaration(let key, nil): softState.forget(declarationOf: key)
            case .declaration(let key, _?): declared.append(key)
            case .layer(let name, _?) where !isOldContent: softState.note(arrivalOf: name, at: time)
            default: break
            }
        }
        if !declared.isEmpty {
            softState.note(declarationOf: declared, at: time)
        }
    }

    private func leaveSnapshot() {
        if let builder = builder.take() {
            state = builder.finish()
        }
    }

    private static func read<Record: JSONRecord>(
        _ type: Record.Type,
        _ line: Span<UInt8>
    ) throws(CodingFault) -> Record {
        do {
            return try Record(members: try JSON.check(line, depthLimit: JSON.deepestLimit), in: line)
        } catch let fault as JSONFieldFault {
            throw .field(fault)
        } catch {
            throw .unknownLine
        }
    }
}
