package import JSONCore

/// The rules that decide which sources are in use.
extension SyncEngine {
    /// When a deactivation that failed is tried again.
    private static let deactivationPause = Duration.seconds(2)

    /// The keys of the flags that the rules read, each once.
    package var flagKeys: [String] {
        var keys: [String] = []
        for key in sources.flatMap({ $0.source.rule?.flagKeys ?? [] }) where !keys.contains(key) { keys.append(key) }
        return keys
    }

    /// The daemon has evaluated flags; a flag without a value has null.
    package mutating func receiveFlags(_ values: JSONObject, at now: SyncMoment) -> [SyncAction] {
        for member in values.members { flags[member.name] = member.value }
        return applyRules(at: now) + advance(at: now)
    }

    /// The daemon has deactivated a layer, or has refused to.
    package mutating func finishDeactivation(
        _ layer: String,
        _ fault: String?,
        at now: SyncMoment
    ) -> [SyncAction] {
        guard let index = index(of: layer) else { return [] }
        sources[index].isDeactivating = false
        if let fault, !sources[index].isInUse {
            sources[index].deactivationDue = now.steady + SyncEngine.deactivationPause
            // A fault that lasts is reported once.
            let isFirst = sources[index].deactivationFault != fault
            sources[index].deactivationFault = fault
            return isFirst ? [report(.warning, index, "could not be deactivated: \(fault)")] : []
        }
        // After a fault, too: the daemon can have deactivated the layer, and the connection was lost.
        sources[index].deactivationFault = nil
        sources[index].status.activatedEpoch = nil
        let next = isConnected ? activation(of: index) : []
        return [.remember] + (fault == nil ? [report(.info, index, "is inactive")] : []) + next
    }

    /// Evaluates all rules, and carries out what follows from a new result.
    mutating func applyRules(at now: SyncMoment) -> [SyncAction] {
        let results = sources.map(\.status.ruleResult)
        let actions = sources.indices.flatMap { applyRule(of: $0, at: now) }
        return results == sources.map(\.status.ruleResult) ? actions : actions + [.remember]
    }

    /// Forgets the values of flags that no rule reads now, or of all flags if the context of their evaluation is new.
    mutating func forgetFlags(unless isSameContext: Bool) {
        let keys = isSameContext ? flagKeys : []
        flags = JSONObject(keys.compactMap { key in flags[key].map { (key, $0) } })
    }

    /// Repeats a deactivation that is due.
    mutating func advanceDeactivation(of index: Int, at now: SyncMoment) -> [SyncAction] {
        guard isConnected, let due = sources[index].deactivationDue, due <= now.steady else { return [] }
        return deactivation(of: index)
    }

    /// Deactivates the layer of a source that is not in use, if tunersync has activated it.
    mutating func deactivation(of index: Int) -> [SyncAction] {
        sources[index].deactivationDue = nil
        guard isConnected, sources[index].status.ruleResult == false, !sources[index].isDeactivating,
            let activatedEpoch = sources[index].status.activatedEpoch
        else { return [] }
        guard activatedEpoch == epoch else {
            // The daemon has lost its state, and with it the active layers.
            sources[index].status.activatedEpoch = nil
            return []
        }
        sources[index].isDeactivating = true
        return [.deactivate(sources[index].source.layer)]
    }

    private mutating func applyRule(of index: Int, at now: SyncMoment) -> [SyncAction] {
        let (wasInUse, old) = (sources[index].isInUse, sources[index].status.ruleResult)
        var result: Bool?
        if let rule = sources[index].source.rule {
            result = rule.result(labels, flags)
            // Until all flags are known, the last result stays.
            guard result != nil else { return [] }
        }
        sources[index].status.ruleResult = result
        let isInUse = result ?? true
        var actions: [SyncAction] = []
        if isInUse != sources[index].isReportedInUse {
            sources[index].isReportedInUse = isInUse
            actions.append(
                report(.info, index, isInUse ? "is in use: its rule is true" : "is not in use: its rule is false")
            )
        }
        if isInUse, !wasInUse { resume(index, at: now) }
        if !isInUse { actions += dropTrial(of: index, at: now) }
        if isInUse, old == false, !sources[index].isDeactivating {
            // The daemon can have deactivated the layer without a response that was received and stored.
            sources[index].status.activatedEpoch = nil
        }
        return isConnected && result != old ? actions + activation(of: index) : actions
    }

    /// Fetches a source that is in use again at once, or after the waits that count across restarts.
    private mutating func resume(_ index: Int, at now: SyncMoment) {
        guard sources[index].status.failures == 0 else { return }
        let began = sources[index].began
        let least = began == .zero ? .zero : began + sources[index].source.minInterval
        sources[index].due = min(sources[index].due, max(now.steady + rest(of: sources[index], at: now), least))
    }
}
