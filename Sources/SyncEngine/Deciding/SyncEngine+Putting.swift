import JSONCore
import LayerPayloads

/// The puts of contents into the daemon, and the activation of their layers.
extension SyncEngine {
    /// When content is put again that the daemon could not store.
    private static let putPause = Duration.seconds(2)

    /// The daemon has responded to a put.
    package mutating func finishPut(_ layer: String, _ outcome: PutOutcome, at now: SyncMoment) -> [SyncAction] {
        guard let index = index(of: layer), let put = sources[index].putting.take() else { return [] }
        if sources[index].dropsPut {
            sources[index].dropsPut = false
            return self.put(index)
        }
        // Newer content can have arrived since the put began.
        let isNewest = sources[index].pending.map { $0 == put } ?? true
        let next = isNewest ? [] : self.put(index)
        switch outcome {
        case .accepted(let changed):
            var actions: [SyncAction] = []
            sources[index].postponement = nil
            if put != sources[index].kept { actions.append(.keep(put)) }
            // The daemon had the content already, and tunersync did not know that.
            if !changed, put.payload != sources[index].kept?.payload { sources[index].status.unchanged += 1 }
            sources[index].kept = put
            if isNewest, sources[index].pending.take() != nil { sources[index].status.error = nil }
            if changed {
                sources[index].status.changes += 1
                actions.append(report(.info, index, "has new content\(versionText(of: index))"))
            }
            return actions + activation(of: index) + [.remember] + next + finishRestoring(index, at: now)
        case .refused(let reason):
            // The content that the daemon has accepted before stays.
            if isNewest { sources[index].pending = nil }
            return reject(index, reason) + next
        case .postponed(let reason):
            guard isNewest else { return next }
            sources[index].putDue = now.steady + SyncEngine.putPause
            // A fault that lasts is reported once.
            let isFirst = sources[index].postponement != reason
            sources[index].postponement = reason
            return isFirst ? [report(.warning, index, "is not stored yet: \(reason)")] : []
        }
    }

    /// The daemon has activated a layer, or has refused to.
    package mutating func finishActivation(_ layer: String, _ fault: String?) -> [SyncAction] {
        guard let index = index(of: layer) else { return [] }
        guard let fault else {
            sources[index].status.activations += 1
            return [report(.info, index, "is active"), .remember]
        }
        sources[index].status.activatedEpoch = nil
        return [report(.warning, index, "could not be activated: \(fault)")]
    }

    /// Returns the active layers with one more, at its place among those that the configuration names.
    ///
    /// Layers that a person has activated keep their places.
    package func order(of active: [String], adding layer: String) -> [String] {
        guard !active.contains(layer), let place = activate.firstIndex(of: layer) else { return active }
        var active = active
        if let next = active.firstIndex(where: { activate[place...].dropFirst().contains($0) }) {
            active.insert(layer, at: next)
        } else {
            active.append(layer)
        }
        return active
    }

    // MARK: Steps

    /// Puts the content of a source, if there is any and the daemon can be called.
    mutating func put(_ index: Int) -> [SyncAction] {
        // A put would end the trial of another content.
        guard isConnected, sources[index].trial?.isInDaemon != true, sources[index].putting == nil,
            let kept = sources[index].content
        else {
            return []
        }
        sources[index].putting = kept
        return [.put(sources[index].source, kept.payload)]
    }

    mutating func putMissing(_ index: Int) -> [SyncAction] {
        sources[index].pending == nil ? activation(of: index) : put(index)
    }

    mutating func activation(of index: Int) -> [SyncAction] {
        guard sources[index].isInUse else { return deactivation(of: index) }
        let layer = sources[index].source.layer
        guard activate.contains(layer) else {
            // A layer that is named again later is activated again.
            sources[index].status.activatedEpoch = nil
            return []
        }
        guard sources[index].kept != nil || sources[index].trial?.isInDaemon == true,
            sources[index].status.activatedEpoch != epoch
        else { return [] }
        sources[index].status.activatedEpoch = epoch
        return [.activate(layer)]
    }

    private func versionText(of index: Int) -> String {
        guard case .string(let version)? = sources[index].kept?.payload.members["version"] else { return "" }
        return ", version \(version.shown)"
    }
}
