import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Returns the draft that makes temporary changes, which are kept or reverted together, or throws all its faults.
    func trying(
        _ request: TryRequest,
        for duration: Int64,
        by author: Author,
        at time: Moment
    ) throws(StateRefusal) -> Draft {
        if let world = author.world { throw .tryInWorld(world) }
        guard !request.isEmpty else { return Draft() }
        let id = revision + 1
        let term = Term(milliseconds: duration, tryID: id)
        var faults: [StateRefusal] = []
        var edits: [Edit] = []
        func collect(_ draft: () throws(StateRefusal) -> Draft) {
            do throws(StateRefusal) {
                let drafted = try draft()
                edits += drafted.edits
            } catch {
                if case .several(let all) = error { faults += all } else { faults.append(error) }
            }
        }
        var options = WriteOptions()
        options.clamps = request.clamps
        (options.duration, options.tryID) = (duration, id)
        collect { () throws(StateRefusal) in try writing(request.values, options, by: author, at: time) }
        for (key, override) in request.flags {
            collect { () throws(StateRefusal) in try overriding(key, override, for: term, by: author, at: time) }
        }
        if let layer = request.layer {
            collect { () throws(StateRefusal) in try putting(layer, for: term, at: time) }
        }
        faults += edits.compactMap { edit in
            pendingTry(of: edit).map { .alreadyTried(edit.name, tryID: $0.id, $0.actor) }
        }
        try StateRefusal.check(faults)
        let subjects = edits.compactMap(\.subject)
        let activates = request.layer.map { layer in !active.contains { $0.name == layer.name } } ?? false
        if activates, let layer = request.layer {
            edits.append(.activation([layer.name] + activeNames))
        }
        let pending = PendingTry(
            id: id,
            actor: author.actor,
            start: time,
            end: time.advanced(byMilliseconds: duration),
            subjects: subjects,
            layer: request.layer?.name,
            activatesLayer: activates
        )
        edits.append(.beginTry(pending))
        return Draft(edits: edits)
    }

    /// Returns the draft that makes the changes of a try permanent, except those that other changes have replaced.
    func confirming(try id: Int64) throws(StateRefusal) -> Draft {
        var draft = changing(
            try pendingTry(id),
            local: { LocalValue($0.value) },
            override: { StoredOverride($0.content) },
            layer: { $0.with(nil) }
        )
        draft.edits.append(.endTry(TryEnd(id: id, outcome: .kept)))
        return draft
    }

    /// Returns the draft that reverts the changes of a try now, except those that other changes have replaced.
    func cancelling(try id: Int64, because reason: String?) throws(StateRefusal) -> Draft {
        let pending = try pendingTry(id)
        var draft = changing(
            pending,
            local: { LocalValue.restored($0) },
            override: { StoredOverride.restored($0) },
            layer: { $0.ending?.before }
        )
        end([pending], because: reason, &draft)
        return draft
    }

    /// Returns the draft that changes everything that still belongs to a try.
    private func changing(
        _ pending: PendingTry,
        local change: (LocalValue) -> LocalValue?,
        override changeOverride: (StoredOverride) -> StoredOverride?,
        layer changeLayer: (Layer) -> Layer?
    ) -> Draft {
        var draft = Draft()
        for subject in remaining(of: pending) {
            switch subject {
            case .tunable(let key): draft.edits.append(.local(key, tunable(key)?.local.flatMap(change)))
            case .flag(let key): draft.edits.append(.override(key, flag(key)?.override.flatMap(changeOverride)))
            }
        }
        if isLayerPending(of: pending), let layer = pending.layer.flatMap({ layers[$0] }) {
            draft.edits.append(.layer(layer.name, changeLayer(layer)))
        }
        markTemporary(&draft)
        return draft
    }

    /// Adds to a draft that reverts tries that they have ended, and deactivates the layers that they activated.
    func end(_ ended: [PendingTry], because reason: String? = nil, _ draft: inout Draft) {
        deactivateLayers(of: ended, &draft)
        draft.edits += ended.map { .endTry(TryEnd(id: $0.id, outcome: .reverted, reason: reason)) }
    }

    private func deactivateLayers(of ended: [PendingTry], _ draft: inout Draft) {
        var names = Set(ended.filter(\.activatesLayer).compactMap(\.layer)).intersection(activeNames)
        for edit in draft.edits {
            // A removed layer is inactive.
            if case .layer(let name, nil) = edit { names.remove(name) }
        }
        if !names.isEmpty {
            draft.edits.append(.activation(activeNames.filter { !names.contains($0) }))
        }
    }

    /// Adds to a draft the end of each try of which it replaces the last change.
    func endReplacedTries(_ draft: inout Draft, by kind: Mutation.Kind) {
        guard !tries.isEmpty else { return }
        var replaced: [Int64: Set<String>] = [:]
        for edit in draft.edits {
            guard let pending = pendingTry(of: edit), edit.tryID != pending.id else { continue }
            replaced[pending.id, default: []].insert(edit.identity)
        }
        for edit in draft.edits {
            if case .endTry(let end) = edit { replaced[end.id] = nil }
        }
        let outcome: TryEnd.Outcome = kind == .undo ? .reverted : .replaced
        let ended = allTries.filter { pending in
            replaced[pending.id].map { changeCount(of: pending) <= $0.count } ?? false
        }
        deactivateLayers(of: ended, &draft)
        draft.edits += ended.map { .endTry(TryEnd(id: $0.id, outcome: outcome)) }
    }

    /// Returns the number of changes of a try that no other change has replaced.
    private func changeCount(of pending: PendingTry) -> Int {
        remaining(of: pending).count + (isLayerPending(of: pending) ? 1 : 0)
    }

    /// Returns the tunables and flags that still have the temporary value of a try.
    package func remaining(of pending: PendingTry) -> [Subject] {
        pending.subjects.filter { subject in
            switch subject {
            case .tunable(let key): tunable(key)?.local?.ending?.tryID == pending.id
            case .flag(let key): flag(key)?.override?.ending?.tryID == pending.id
            }
        }
    }

    /// Returns whether the layer of a try still has the content of the try.
    package func isLayerPending(of pending: PendingTry) -> Bool {
        pending.layer.map { layers[$0]?.ending?.tryID == pending.id } ?? false
    }

    /// Returns the changes of a try that other commits have replaced, each with its newest commit if the history has it.
    ///
    /// A layer is nil as a subject.
    package func replaced(of pending: PendingTry) -> [(subject: Subject?, commit: Commit?)] {
        let remaining = Set(remaining(of: pending))
        var replaced: [(subject: Subject?, commit: Commit?)] = []
        for subject in pending.subjects where !remaining.contains(subject) {
            replaced.append((subject, newestCommit(after: pending.id) { $0.subject == subject }))
        }
        if let name = pending.layer, !isLayerPending(of: pending) {
            let commit = newestCommit(after: pending.id) { edit in
                if case .layer(name, _) = edit { true } else { false }
            }
            replaced.append((nil, commit))
        }
        return replaced
    }

    private func newestCommit(after revision: Int64, with isWanted: (Edit) -> Bool) -> Commit? {
        for commit in history.newestFirst {
            guard commit.revision > revision else { return nil }
            if commit.edits.contains(where: isWanted) { return commit }
        }
        return nil
    }

    /// The pending try with an identity.
    package func findTry(_ id: Int64) -> PendingTry? { tries[id] }

    /// All pending tries, the oldest first.
    package var allTries: [PendingTry] { tries.values.sorted { $0.id < $1.id } }

    /// Returns the pending try that what an edit replaces belongs to.
    private func pendingTry(of edit: Edit) -> PendingTry? {
        let id: Int64? =
            switch edit {
            case .local(let key, _): tunable(key)?.local?.ending?.tryID
            case .override(let key, _): flag(key)?.override?.ending?.tryID
            case .layer(let name, _): layers[name]?.ending?.tryID
            default: nil
            }
        return id.flatMap { tries[$0] }
    }

    private func pendingTry(_ id: Int64) throws(StateRefusal) -> PendingTry {
        guard let pending = tries[id] else {
            for commit in history.newestFirst where commit.revision > id {
                for case .endTry(let end) in commit.tryEdits where end.id == id {
                    throw .unknownTry(id, ended: (end.outcome, commit.actor, revision: commit.revision))
                }
            }
            throw .unknownTry(id, ended: nil)
        }
        return pending
    }
}

extension Edit {
    /// The try that the stored value, override or layer belongs to.
    fileprivate var tryID: Int64? {
        switch self {
        case .local(_, let local): local?.ending?.tryID
        case .override(_, let override): override?.ending?.tryID
        case .layer(_, let layer): layer?.ending?.tryID
        default: nil
        }
    }

    /// The name of the tunable, flag or layer, for a message.
    fileprivate var name: String {
        switch self {
        case .layer(let name, _): "the layer \(name.shown)"
        case .override(let key, _): "the flag \(key.text.shown)"
        default: subject?.text.shown ?? ""
        }
    }

    /// A text that differs for each tunable, flag and layer.
    fileprivate var identity: String {
        switch self {
        case .layer(let name, _): "layer:\(name)"
        case .override(let key, _): "flag:\(key.text)"
        default: subject?.text ?? ""
        }
    }
}
