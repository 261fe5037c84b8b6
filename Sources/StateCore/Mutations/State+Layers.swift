import FlagEngine
import JSONCore
import TunableEngine

extension State {
    /// Returns the draft that puts a layer, for a time or without an end, or throws all its faults.
    func putting(_ layer: Layer, for term: Term?, at time: Moment) throws(StateRefusal) -> Draft {
        let old = layers[layer.name]
        let ending = term.map {
            Layer.Ending(
                time: time.advanced(byMilliseconds: $0.milliseconds),
                before: Layer.lasting(old),
                tryID: $0.tryID
            )
        }
        let layer = ending == nil ? layer : layer.with(ending)
        if let old, old == layer {
            return Draft()
        }
        guard old != nil || layers.count < rules.limits.layers else { throw .tooMany(.layers, rules.limits.layers) }
        var faults = try schemaFaults(of: layer)
        layer.values.forEachInOrder { bytes, value in
            let key = Key(known: bytes)
            let shared = tunable(bytes)
            do throws(StateRefusal) {
                try check(key, value, shared, in: layer)
            } catch {
                faults.append(error)
            }
        }
        for definition in layer.flags.definitions {
            do throws(StateRefusal) {
                let isNew = flag(definition.key) == nil
                try rules.checkSize(of: .object(definition.definition), for: .flag(definition.key), isNew: isNew)
            } catch {
                faults.append(error)
            }
        }
        try StateRefusal.check(faults)
        return Draft(edits: [.layer(layer.name, layer)])
    }

    private func check(_ key: Key, _ value: JSON, _ shared: StoredTunable?, in layer: Layer) throws(StateRefusal) {
        if rules.isStrict, shared?.declaration == nil {
            throw undeclared(key)
        }
        try rules.checkSize(of: value, for: .tunable(key), isNew: shared == nil)
        _ = try StateRules.accepted(value, for: key, shared?.declaration) {
            kind(of: key, shared, except: layer.name)
        }
    }

    private func schemaFaults(of layer: Layer) throws(StateRefusal) -> [StateRefusal] {
        guard let schema = layer.schema else { return [] }
        var values = JSONObject()
        layer.values.forEachInOrder { key, value in
            values[Key(known: key).text] = copy value
        }
        do {
            return try ObjectSchema(schema).faults(in: values).map { found in
                let isSecret = isDeclaredSecret(found.key.utf8.span)
                return .member(found.key, isSecret ? found.fault.withoutValues : found.fault)
            }
        } catch {
            throw .schema(error)
        }
    }

    func removing(layer name: String) throws(StateRefusal) -> Draft {
        _ = try layer(name)
        return Draft(edits: [.layer(name, nil)])
    }

    /// Returns the draft that removes the end of a temporary layer.
    func keeping(layer name: String) throws(StateRefusal) -> Draft {
        let layer = try layer(name)
        return layer.ending == nil ? Draft() : Draft(edits: [.layer(name, layer.with(nil))])
    }

    /// Returns the draft that ends a temporary layer before its end.
    func ending(layer name: String) throws(StateRefusal) -> Draft {
        guard let ending = try layer(name).ending else { return Draft() }
        return Draft(edits: [.layer(name, ending.before)])
    }

    func activating(_ names: [String]) throws(StateRefusal) -> Draft {
        try StateRefusal.check(names.filter { layers[$0] == nil }.map { unknown(layer: $0) })
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted {
            throw .layerTwice(name)
        }
        guard names != active.map(\.name) else { return Draft() }
        return Draft(edits: [.activation(names)])
    }
}
