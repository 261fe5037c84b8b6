import JSONCore
import StateCore
import TunableEngine

extension Oracle {
    /// Declares tunables.
    ///
    /// A different declaration is refused without `replace`, unless the previous one came from the same uid and the
    /// same name in `hello`.
    mutating func declare(
        _ specs: [Mutation.KeyedSpec],
        replaces: Bool,
        by author: Author
    ) throws(Complaint) {
        var faults: Set<String> = []
        for entry in specs {
            if let old = declarations[entry.key] {
                if old.spec == entry.spec {
                    continue
                }
                if isBuiltIn(entry.key) {
                    faults.insert("builtIn \(entry.key)")
                    continue
                }
                let isOwn =
                    old.isNamed && author.isNamed && old.actor.uid == author.actor.uid
                    && old.actor.client == author.actor.client
                if !replaces, !isOwn {
                    faults.insert("declaredDifferently \(entry.key) \(old.actor.client)")
                    continue
                }
            }
            declarations[entry.key] = TunableDeclaration(spec: entry.spec, actor: author.actor, isNamed: author.isNamed)
        }
        guard faults.isEmpty else { throw Complaint(faults) }
    }

    /// Removes the local value and the declaration of a key.
    mutating func forget(_ key: Key) throws(Complaint) {
        guard exists(key, in: nil) else { throw Complaint("unknownKey \(key)") }
        if isBuiltIn(key) {
            throw Complaint("builtIn \(key)")
        }
        if local[key] != nil, let locker = locker(of: key) {
            throw Complaint("readOnly \(key) \(locker.name)")
        }
        declarations[key] = nil
        local[key] = nil
    }

    /// Puts a layer after checking it against the specs, its own `schema` and the kinds of undeclared keys.
    ///
    /// A single fault refuses the whole layer.
    /// Replaces a layer by its lasting one.
    mutating func restore(_ layer: OracleLayer) {
        layers[layer.name] = layer.lasting
        if layer.lasting == nil { active.removeAll { $0 == layer.name } }
    }

    mutating func put(_ layer: Layer, for duration: Int64?, at time: Moment) throws(Complaint) {
        var new = OracleLayer(layer)
        if let duration {
            new.end = time.advanced(byMilliseconds: duration)
            new.before = layers[new.name]?.lasting.map { [$0] } ?? []
        }
        if layers[new.name] == new {
            return
        }
        if layers[new.name] == nil, layers.count >= rules.limits.layers {
            throw Complaint("tooMany layers \(rules.limits.layers)")
        }
        var faults: Set<String> = []
        if let schema = new.schema {
            guard let schema = try? ObjectSchema(schema) else { throw Complaint("schema") }
            let members = JSONObject(new.values.map { ($0.key.text, $0.value) })
            for fault in schema.faults(in: members) {
                faults.insert("member \(fault.key) \(fault.fault.kind.rawValue)")
            }
        }
        for (key, value) in new.values {
            if rules.isStrict, declarations[key] == nil {
                faults.insert("undeclared \(key)")
                continue
            }
            do throws(ValueFault) {
                if let spec = declarations[key]?.spec {
                    _ = try spec.accepted(value)
                } else {
                    try checkKind(kind(of: key, in: nil, except: new.name), value)
                }
            } catch {
                faults.formUnion(Complaint(key, error).faults)
            }
        }
        guard faults.isEmpty else { throw Complaint(faults) }
        layers[new.name] = new
    }

    mutating func activate(_ names: [String]) throws(Complaint) {
        let unknown = names.filter { layers[$0] == nil }
        guard unknown.isEmpty else { throw Complaint(Set(unknown.map { "unknownLayer \($0)" })) }
        for (index, name) in names.enumerated() where names.prefix(index).contains(name) {
            throw Complaint("layerTwice \(name)")
        }
        active = names
    }

    /// Removes the named patterns of the kill switch, or all if `patterns` is nil.
    mutating func lift(_ patterns: KeyPatterns?) {
        killSwitch = killSwitch.compactMap { entry in
            guard let patterns else { return nil }
            let left = entry.patterns.patterns.filter { pattern in
                !patterns.patterns.contains { Oracle.covers($0, pattern) && Oracle.covers(pattern, $0) }
            }
            return left.isEmpty ? nil : KillSwitchEntry(patterns: KeyPatterns(patterns: left), reason: entry.reason)
        }
    }
}
