import FlagEngine
import TunableEngine

extension State {
    /// Moves the end of every temporary value, override, layer and try, so that each lasts as long after the clock was set.
    ///
    /// The ends in the journal and the snapshot do not change.
    package mutating func moveDeadlines(byMilliseconds interval: Int64) {
        for target in deadlines.ended(by: Moment(milliseconds: .max)) {
            switch target.subject {
            case .tunable(let key): move(key, of: target, interval)
            case .flag(let key): move(key, of: target, interval)
            }
        }
        tries = tries.mapValues { $0.moved(byMilliseconds: interval) }
        for layer in layers.values {
            guard let ending = layer.ending else { continue }
            let end = ending.time.advanced(byMilliseconds: interval)
            let moved = layer.with(Layer.Ending(time: end, before: ending.before, tryID: ending.tryID))
            store(moved, named: layer.name)
        }
    }

    private mutating func move(_ key: Key, of target: Deadlines.Target, _ interval: Int64) {
        let bytes = key.text.utf8.span
        guard let id = target.world else {
            var write = TunableWrite(revision: revision)
            store(&write, for: key) { write in
                write.declaration = write.old?.declaration
                write.local = write.old?.local?.moved(byMilliseconds: interval)
            }
            return
        }
        guard let stored = worlds[id]?.values.value(of: bytes) else { return }
        store(stored.moved(byMilliseconds: interval), for: key, in: id)
    }

    private mutating func move(_ key: FlagKey, of target: Deadlines.Target, _ interval: Int64) {
        let bytes = key.text.utf8.span
        guard let id = target.world else {
            guard var parts = flag(key)?.parts, let override = parts.override else { return }
            parts.override = override.moved(byMilliseconds: interval)
            var changes = FlagChanges()
            settle(key, parts, &changes)
            return
        }
        guard let stored = worlds[id]?.flags.value(of: bytes) else { return }
        store(stored.moved(byMilliseconds: interval), for: key, in: id)
    }
}

extension LocalValue {
    fileprivate func moved(byMilliseconds interval: Int64) -> LocalValue {
        guard let ending else { return self }
        let end = ending.time.advanced(byMilliseconds: interval)
        return LocalValue(value, ending: Ending(time: end, before: ending.before, tryID: ending.tryID))
    }
}

extension StoredOverride {
    fileprivate func moved(byMilliseconds interval: Int64) -> StoredOverride {
        guard let ending else { return self }
        let end = ending.time.advanced(byMilliseconds: interval)
        return StoredOverride(content, ending: Ending(time: end, before: ending.before, tryID: ending.tryID))
    }
}
