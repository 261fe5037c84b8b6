extension SyncEngine {
    /// Forgets the content of a layer, and fetches the layer again.
    ///
    /// The daemon loses the layer until the fetch has succeeded, so its keys have the values that they have without it.
    package mutating func reset(_ layer: String, at now: SyncMoment) -> [SyncAction] {
        // A source that is not in use could not be fetched again.
        guard let index = index(of: layer), sources[index].isInUse else { return [] }
        let forgets = sources[index].trial != nil
        sources[index].trial = nil
        trialRecords.removeAll { $0.layer == layer }
        sources[index].kept = nil
        sources[index].pending = nil
        sources[index].putDue = nil
        sources[index].postponement = nil
        sources[index].dropsPut = sources[index].putting != nil
        sources[index].status.activatedEpoch = nil
        request(index, at: now)
        let text = "is reset, and is fetched again"
        let forgotten: [SyncAction] = forgets ? [.forgetTrial(layer)] : []
        return forgotten + [.remove(layer), .report(SyncReport(level: .info, layer: layer, text: text)), .remember]
    }
}
