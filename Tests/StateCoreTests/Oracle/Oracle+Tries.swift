import FlagEngine
import JSONCore
import StateCore
import TunableEngine

/// A pending try of the oracle.
struct OracleTry: Equatable {
    let id: Int64
    let actor: Actor
    let end: Moment
    let layer: String?
    /// Whether the try activated the layer.
    let activatesLayer: Bool
}

extension Oracle {
    /// Makes temporary changes that are kept or reverted together.
    mutating func attempt(
        _ request: TryRequest,
        for duration: Int64,
        by author: Author,
        at time: Moment
    ) throws(Complaint) {
        if let world = author.world { throw Complaint("tryInWorld \(world)") }
        let start = self
        var faults: Set<String> = []
        func on(_ change: (inout Oracle) throws(Complaint) -> Void) -> Oracle? {
            var copy = start
            do throws(Complaint) {
                try change(&copy)
                return copy
            } catch {
                faults.formUnion(error.faults)
                return nil
            }
        }
        func refuse(_ id: Int64?, _ name: String) {
            guard let id, let other = start.tries[id] else { return }
            faults.insert("alreadyTried \(name) \(id) \(other.actor.client)")
        }
        var options = WriteOptions()
        options.duration = duration
        options.clamps = request.clamps
        let written = on { (oracle) throws(Complaint) in
            _ = try oracle.write(request.values, options, in: nil, at: time)
        }
        if let written {
            for key in request.values.map(\.key) {
                refuse(start.local[key]?.tryID, key.text)
                local[key] = written.local[key]
                local[key]?.tryID = revision
            }
        }
        for (key, override) in request.flags {
            let written = on { (oracle) throws(Complaint) in
                try oracle.override(key, override, for: duration, in: nil, at: time)
            }
            guard let written else { continue }
            refuse(start.overrides[key]?.tryID, "the flag \(key)")
            overrides[key] = written.overrides[key]
            overrides[key]?.tryID = revision
        }
        if let layer = request.layer {
            let written = on { (oracle) throws(Complaint) in try oracle.put(layer, for: duration, at: time) }
            if let written {
                refuse(start.layers[layer.name]?.tryID, "the layer \(layer.name)")
                layers[layer.name] = written.layers[layer.name]
                layers[layer.name]?.tryID = revision
            }
        }
        guard faults.isEmpty else { throw Complaint(faults) }
        let activates = request.layer.map { !active.contains($0.name) } ?? false
        if activates, let layer = request.layer { active.insert(layer.name, at: 0) }
        tries[revision] = OracleTry(
            id: revision,
            actor: author.actor,
            end: time.advanced(byMilliseconds: duration),
            layer: request.layer?.name,
            activatesLayer: activates
        )
    }

    /// Makes what is left of a try permanent.
    mutating func confirm(_ id: Int64) throws(Complaint) {
        guard tries.removeValue(forKey: id) != nil else { throw Complaint("unknownTry \(id)") }
        let (keys, flags) = subjects(of: id)
        for key in keys { local[key] = local[key].map { Stored($0.value) } }
        for flag in flags { overrides[flag] = overrides[flag].map { OracleOverride($0.override) } }
        for (name, var layer) in layers where layer.tryID == id {
            (layer.end, layer.before, layer.tryID) = (nil, [], nil)
            layers[name] = layer
        }
        markTemporary(keys, flags)
    }

    /// Reverts what is left of a try.
    mutating func cancel(_ id: Int64) throws(Complaint) {
        guard let pending = tries.removeValue(forKey: id) else { throw Complaint("unknownTry \(id)") }
        let (keys, flags) = subjects(of: id)
        for key in keys { local[key] = Stored(Stored.lasting(local[key])) }
        for flag in flags { overrides[flag] = OracleOverride(OracleOverride.lasting(overrides[flag])) }
        if let layer = layers.values.first(where: { $0.tryID == id }) {
            restore(layer)
        }
        deactivate(pending)
        markTemporary(keys, flags)
    }

    /// Deactivates the layer of an ended try, if the try has activated it.
    mutating func deactivate(_ over: OracleTry) {
        guard over.activatesLayer, let name = over.layer else { return }
        active.removeAll { $0 == name }
    }

    /// Returns whether anything still has the temporary value of a try.
    func isPending(_ pending: OracleTry) -> Bool {
        let (keys, flags) = subjects(of: pending.id)
        return !keys.isEmpty || !flags.isEmpty || layers.values.contains { $0.tryID == pending.id }
    }

    private func subjects(of id: Int64) -> (Set<Key>, Set<FlagKey>) {
        (Set(local.filter { $0.value.tryID == id }.keys), Set(overrides.filter { $0.value.tryID == id }.keys))
    }
}
