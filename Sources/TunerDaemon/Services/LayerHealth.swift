import StateCore

/// The age and the rejections of a layer at one moment.
struct LayerHealth {
    /// The seconds since the layer was last set.
    let age: Double
    /// Whether the age is greater than the layer's time to live.
    let isStale: Bool
    /// The refused attempts to set the layer since it was last set; nil if there are none.
    let rejection: SoftState.Rejection?
    /// The seconds until the layer becomes stale; nil if the layer is stale already or has no time to live.
    let freshness: Double?

    /// Reads the health of a layer from the soft state.
    init(of layer: Layer, _ softState: SoftState, at now: Moment) {
        let soft = softState.layers[layer.name]
        let age = (soft?.arrival).map { Double(max(0, now.milliseconds - $0.milliseconds)) / 1_000 } ?? 0
        let rest = layer.timeToLive.map { Double($0) - age }
        self.age = age
        isStale = rest.map { $0 < 0 } ?? false
        freshness = rest.flatMap { $0 < 0 ? nil : $0 }
        rejection = soft?.rejection
    }
}
