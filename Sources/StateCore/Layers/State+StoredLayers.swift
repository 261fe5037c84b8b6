import TunableEngine

extension State {
    /// Stores or replaces a layer, or removes it if `layer` is nil; an active layer keeps its place.
    ///
    /// It does not resolve any key again.
    mutating func store(_ layer: Layer?, named name: String) {
        let old = layers[name]
        layers[name] = layer
        var active = active
        if let place = active.firstIndex(where: { $0.name == name }) {
            if let layer { active[place] = layer } else { active.remove(at: place) }
        }
        changeLayers(active: active) { index, ordered in
            switch (old, layer) {
            case (let old?, let layer?): index.replace(old, by: layer)
            case (nil, let layer?): index.add(layer, ordered(), activeCount: active.count)
            case (let old?, nil): index.remove(old, ordered(), activeCount: active.count)
            case (nil, nil): break
            }
        }
    }

    /// Replaces the list of active layers, and returns the layers whose keys and flags must be resolved again.
    mutating func storeActive(_ active: [Layer]) -> [Layer] {
        let moved = LayerOrder.moved(from: self.active, to: active)
        changeLayers(active: active) { index, ordered in
            index.reorder(ordered(), activeCount: active.count, moved: moved)
        }
        return moved
    }

    /// Stores the active layers of a snapshot, after all its layers.
    mutating func beginActive(_ active: [Layer]) {
        changeLayers(active: active) { _, _ in }
    }

    /// Stores the active layers, and updates the index by `change`.
    ///
    /// Creates the index when there are many layers, and drops it when few are left.
    private mutating func changeLayers(
        active: [Layer],
        _ change: (inout LayerIndex, _ ordered: () -> [Layer]) -> Void
    ) {
        let (layers, killSwitch) = (layers, killSwitch)
        let ordered = { State.ordered(layers, active: active) }
        // The resolver has a reference to the index. Without it, the index can be changed in place.
        resolver = Resolver()
        if var index = layerIndex.take(), layers.count > rules.fewLayers / 2 {
            change(&index, ordered)
            layerIndex = index
        } else if layers.count > rules.fewLayers {
            layerIndex = LayerIndex(ordered(), activeCount: active.count)
        }
        resolver = Resolver(active: active, killSwitch: killSwitch, index: layerIndex)
    }

    /// Returns layers in order of precedence: the active ones, then the others by name.
    private static func ordered(_ layers: [String: Layer], active: [Layer]) -> [Layer] {
        guard active.count < layers.count else { return active }
        let known = Set(active.map { ObjectIdentifier($0) })
        let others = layers.values.filter { !known.contains(ObjectIdentifier($0)) }
        return active + others.sorted { $0.name < $1.name }
    }

    /// All layers: the active layers in order of precedence, then the others by name.
    package var allLayers: [Layer] { State.ordered(layers, active: active) }

    package var layerCount: Int { layers.count }

    /// Returns the first result that is not nil of `body` for the layers that may have a value for a key.
    ///
    /// The layers come in the order of ``allLayers``.
    func firstResult<Result>(
        ofLayersWith key: Span<UInt8>,
        _ body: (Layer, _ isActive: Bool) -> Result?
    ) -> Result? {
        if let layerIndex { return layerIndex.firstResult(of: key, includesInactive: true, body) }
        let active = active
        for layer in active {
            if let result = body(layer, true) { return result }
        }
        guard active.count < layers.count else { return nil }
        var others: [Layer] = []
        for layer in layers.values where layer.values.contains(key) && !active.contains(where: { $0 === layer }) {
            others.append(layer)
        }
        for layer in others.sorted(by: { $0.name < $1.name }) {
            if let result = body(layer, false) { return result }
        }
        return nil
    }
}
