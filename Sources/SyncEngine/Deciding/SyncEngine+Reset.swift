extension SyncEngine {
    /// Forgets the content of a layer, and fetches the layer again.
    ///
    /// The daemon loses the layer until the fetch has succeeded, so its keys have the values that they have without it.
    package mutating func reset(_ layer: String, at now: SyncMoment) -> [SyncAction] {
        // A source that is not in use could not be fetched again.
        guard let index = index(of: layer), sources[index].isInUse else { return [] }
        if sources[index].trial != nil { return resetTrial(of: index, at: now) }
        sources[index].kept = nil
        sources[index].pending = nil
        sources[index].putDue = nil
        sources[index].postponement = nil
        sources[index].dropsPut = sources[index].putting != nil
        sources[index].status.activatedEpoch = nil
        request(index, at: now)
        let text = "is reset, and is fetched again"
        return [.remove(layer), .report(SyncReport(level: .info, layer: layer, text: text)), .remember]
    }

    /// Begins the part of this machine in a rollout again; the last known good content stays.
    private mutating func resetTrial(of index: Int, at now: SyncMoment) -> [SyncAction] {
        let layer = sources[index].source.layer
        let ending = dropTrial(of: index, at: now)
        trialRecords.removeAll { $0.layer == layer }
        request(index, at: now)
        return ending + [.forgetTrial(layer), report(.info, index, "begins its rollout again"), .remember]
    }
}
