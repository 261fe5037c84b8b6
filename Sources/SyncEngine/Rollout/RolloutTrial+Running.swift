extension RolloutTrial {
    private static let interference = "the layer has changed or ended during the trial, but not by tunersync"

    /// Handles the daemon's response to the put of the content.
    mutating func finishPut(_ outcome: PutOutcome, at now: SyncMoment) -> [TrialAction] {
        guard phase == .putting else { return [] }
        switch outcome {
        case .accepted:
            phase = .trying
            return [.report(.info, "is tried\(rollout.check == nil ? "" : ", and checked")")] + advanceRun(at: now)
        case .refused(let reason): return finish(.failed, reason, at: now)
        case .postponed(let reason):
            phase = .ready
            run = nil
            retryDue = now.steady + RolloutTrial.pause
            let text = "cannot be tried yet: \(reason)"
            guard obstacle != text else { return [] }
            obstacle = text
            return [.report(.warning, text)]
        }
    }

    /// Begins a check that is due, or decides whether to keep or to revert the content.
    mutating func advanceRun(at now: SyncMoment) -> [TrialAction] {
        guard phase == .trying, let run, !run.isChecking else { return [] }
        guard now.steady < run.expiry else {
            return finish(.failed, "the trial had no result in time, so the daemon has ended it", at: now)
        }
        guard let check = rollout.check else { return now.steady >= run.end ? keep() : [] }
        if now.steady >= run.end, run.hasPassed { return keep() }
        if now.steady >= run.limit {
            let reason = run.missing.map { ": \($0)" } ?? ""
            return revert(.failed, "the checks had no clear result\(reason)", at: now)
        }
        guard now.steady >= run.nextCheck else { return [] }
        self.run?.isChecking = true
        return [.check(check)]
    }

    /// Handles the end of a check.
    mutating func finishCheck(_ outcome: RolloutCheck.Outcome, at now: SyncMoment) -> [TrialAction] {
        guard phase == .trying, run?.isChecking == true, let check = rollout.check else { return [] }
        run?.finishCheck(outcome, check, at: now.steady)
        if case .failed(let reason) = outcome, let failures = run?.failures, failures >= check.failures {
            return revert(.reverted, reason, at: now)
        }
        return advanceRun(at: now)
    }

    /// Handles the daemon's response to the request that keeps or ends the content.
    mutating func finishEnding(_ outcome: EndingOutcome, at now: SyncMoment) -> [TrialAction] {
        switch (phase, outcome) {
        case (.keeping, .done(true)): return [.accept] + finish(.applied, nil, at: now)
        case (.keeping, .done(false)), (.keeping, .refused):
            return finish(.failed, RolloutTrial.interference, at: now)
        case (.reverting, .done(false)) where ending?.state == .reverted && !isEndingInDoubt:
            // Somebody else decided about the layer, so the check said nothing about this content.
            return finish(.failed, RolloutTrial.interference, at: now)
        case (.reverting, .done), (.reverting, .refused):
            return finish(ending?.state ?? .failed, ending?.reason, at: now)
        case (.keeping, .postponed), (.reverting, .postponed):
            isEndingInDoubt = true
            retryDue = now.steady + RolloutTrial.pause
            return []
        case (.over, _), (.waiting, _), (.counting, _), (.announcing, _), (.ready, _), (.putting, _), (.trying, _),
            (.restoring, _):
            return []
        }
    }

    /// Begins to revert the content; the machine reports `state` once the daemon has ended the content.
    mutating func revert(_ state: FleetReport.State, _ reason: String?, at now: SyncMoment) -> [TrialAction] {
        ending = (state, reason)
        isEndingInDoubt = false
        phase = .reverting
        run = nil
        retryDue = nil
        return [.revert]
    }

    private mutating func keep() -> [TrialAction] {
        phase = .keeping
        run = nil
        return [.keep]
    }
}

/// The daemon's response to the request that keeps or ends a content with a time limit.
package enum EndingOutcome: Sendable, Equatable {
    /// `hadEnd` says whether the content still had its time limit.
    case done(hadEnd: Bool)
    /// The daemon has no such layer.
    case refused
    /// The daemon cannot do this now; the request is made again.
    case postponed
}
