package import JSONCore
import LayerPayloads

/// The contents that rollouts bring.
extension SyncEngine {
    /// What the machine knows about its part in the rollout of a layer; nil if the layer has no rollout.
    package func trialRecord(of layer: String) -> TrialRecord? {
        index(of: layer).flatMap { sources[$0].trial?.record }
    }

    /// The version of each layer's last known good content; a layer without a version is left out.
    package var versions: JSONObject {
        JSONObject(lastKnownGood.compactMap { kept in kept.payload.members["version"].map { (kept.layer, $0) } })
    }

    // MARK: What happens

    /// A call for a trial has ended; the result of an earlier trial means nothing.
    package mutating func finishTrial(_ id: TrialID, _ outcome: TrialOutcome, at now: SyncMoment) -> [SyncAction] {
        let actions = change(id, at: now) { trial in
            switch outcome {
            case .counted(let counts): trial.receive(counts, at: now)
            case .announced(let isStored): trial.finishAnnouncement(isStored, at: now)
            case .put(let outcome): trial.finishPut(outcome, at: now)
            case .checked(let outcome): trial.finishCheck(outcome, at: now)
            case .ended(let outcome): trial.finishEnding(outcome, at: now)
            }
        }
        guard case .put(.accepted) = outcome, let index = index(of: id), sources[index].trial?.isInDaemon == true else {
            return actions
        }
        return actions + activation(of: index)
    }

    // MARK: Steps

    /// Takes a content with a rollout.
    mutating func take(_ value: JSON, of candidate: KeptLayer, _ index: Int, at now: SyncMoment) -> [SyncAction] {
        guard let fleet else {
            return reject(index, "the layer has a rollout, but the configuration of this machine has no fleet")
        }
        let rollout: Rollout
        do throws(Rollout.Faults) {
            rollout = try Rollout(value)
        } catch {
            return reject(index, "\(error)")
        }
        sources[index].status.error = nil
        if let id = trialID(of: index), sources[index].trial?.record.isOf(rollout, candidate) == true {
            sources[index].status.unchanged += 1
            return change(id, at: now) { $0.update(rollout, at: now) } + [.remember]
        }
        let ending = dropTrial(of: index, at: now) + withdrawMissed(rollout, index, at: now)
        let stored = trialRecords.first { $0.isOf(rollout, candidate) }
        trialRecords.removeAll { $0.layer == candidate.layer }
        lastTrial += 1
        sources[index].trial = RolloutTrial(
            lastTrial,
            rollout,
            candidate,
            stored ?? TrialRecord(rollout, candidate, at: now),
            for: fleet.machine,
            labels: labels,
            isConnected: isConnected,
            jitter: UInt64(generator.fraction() * 4_294_967_296)
        )
        let remembered: [SyncAction] = sources[index].trial.map { [.rememberTrial($0.record)] } ?? []
        let id = TrialID(layer: candidate.layer, number: lastTrial)
        return ending + remembered + change(id, at: now) { $0.begin(at: now) } + [.remember]
    }

    /// Returns to the content from before a rollout that was aborted while this machine did not see it.
    private mutating func withdrawMissed(_ rollout: Rollout, _ index: Int, at now: SyncMoment) -> [SyncAction] {
        let layer = sources[index].source.layer
        guard let record = trialRecords.first(where: { $0.layer == layer }), record.state == .applied,
            rollout.withdrawn.contains(record.rollout)
        else { return [] }
        let text = "returns to its content from before the rollout \(record.rollout), which was aborted"
        return [report(.info, index, text)] + restore(record.previous, index, at: now)
    }

    /// Takes the fleet of a configuration for the trials; without one, ends them.
    mutating func configureTrials(at now: SyncMoment) -> [SyncAction] {
        sources.indices.flatMap { index -> [SyncAction] in
            guard let fleet else { return dropTrial(of: index, at: now) }
            sources[index].trial?.machine = fleet.machine
            sources[index].trial?.labels = labels
            return []
        }
    }

    /// Ends the trial of a content, because there is a newer one or the source is not in use.
    mutating func dropTrial(of index: Int, at now: SyncMoment) -> [SyncAction] {
        guard let id = trialID(of: index), let trial = sources[index].trial.take() else { return [] }
        trialRecords.removeAll { $0.layer == trial.record.layer }
        trialRecords.append(trial.record)
        guard trial.isInDaemon else { return [] }
        if sources[index].kept == nil { sources[index].status.activatedEpoch = nil }
        return [.trial(id, .revert)]
    }

    mutating func advanceTrial(of index: Int, at now: SyncMoment) -> [SyncAction] {
        guard let id = trialID(of: index) else { return [] }
        return change(id, at: now) { $0.advance(at: now) }
    }

    mutating func connectTrial(of index: Int, _ isConnected: Bool, at now: SyncMoment) -> [SyncAction] {
        guard let id = trialID(of: index) else { return [] }
        return change(id, at: now) { $0.connect(isConnected, at: now) }
    }

    /// The daemon has accepted the content from before an aborted rollout.
    mutating func finishRestoring(_ index: Int, at now: SyncMoment) -> [SyncAction] {
        guard let id = trialID(of: index), sources[index].pending == nil else { return [] }
        return change(id, at: now) { $0.finishRestoring(at: now) }
    }

    private func trialID(of index: Int) -> TrialID? {
        sources[index].trial.map { TrialID(layer: sources[index].source.layer, number: $0.number) }
    }

    /// Returns the position of the source whose present trial has an ID; nil if that trial is over.
    private func index(of id: TrialID) -> Int? {
        guard let index = index(of: id.layer), trialID(of: index) == id else { return nil }
        return index
    }

    /// Changes a trial, and returns what must be done.
    private mutating func change(
        _ id: TrialID,
        at now: SyncMoment,
        _ body: (inout RolloutTrial) -> [TrialAction]
    ) -> [SyncAction] {
        guard let index = index(of: id), var trial = sources[index].trial else { return [] }
        let actions = body(&trial)
        sources[index].trial = trial
        return actions.flatMap { perform($0, id, index, at: now) }
    }

    private mutating func perform(
        _ action: TrialAction,
        _ id: TrialID,
        _ index: Int,
        at now: SyncMoment
    ) -> [SyncAction] {
        guard let trial = sources[index].trial else { return [] }
        switch action {
        case .count(let before): return [.trial(id, .count(rollout: trial.rollout.id, before: before))]
        case .announce: return trial.record.report.map { [.trial(id, .announce($0))] } ?? []
        case .put(let seconds):
            return [.trial(id, .put(sources[index].source, trial.candidate.payload, seconds: seconds))]
        case .check(let check): return trial.record.report.map { [.trial(id, .check(check, $0))] } ?? []
        case .keep: return [.trial(id, .keep)]
        case .revert: return [.trial(id, .revert)]
        case .restore: return restore(trial.record.previous, index, at: now)
        case .accept:
            let previous = sources[index].kept?.payload
            sources[index].trial?.record.previous = previous
            // Content from before the rollout that the daemon never had is not the newest one any more.
            (sources[index].kept, sources[index].pending) = (trial.candidate, nil)
            sources[index].status.changes += 1
            return [.keep(trial.candidate)]
        case .remember:
            // A layer that the trial has removed again is not active any more.
            if trial.phase == .over, sources[index].kept == nil { sources[index].status.activatedEpoch = nil }
            let next = trial.phase == .over && sources[index].pending != nil ? put(index) : []
            return [.rememberTrial(trial.record), .remember] + next
        case .report(let level, let text): return [report(level, index, text)]
        }
    }

    /// Returns to the content from before a rollout, or to none.
    private mutating func restore(_ previous: LayerPayload?, _ index: Int, at now: SyncMoment) -> [SyncAction] {
        guard let previous else {
            let layer = sources[index].source.layer
            sources[index].kept = nil
            sources[index].status.activatedEpoch = nil
            let removal: [SyncAction] = [.remove(layer)]
            guard let id = trialID(of: index) else { return removal }
            return removal + change(id, at: now) { $0.finishRestoring(at: now) }
        }
        sources[index].pending = KeptLayer(sources[index].source, previous, Validators())
        return put(index)
    }
}
