import StateCore

/// How a layer fares at one moment.
struct LayerHealth {
    /// How many seconds ago it was put last.
    let age: Double
    /// Whether that is longer ago than it is good for.
    let isStale: Bool
    /// What was refused under its name since.
    let rejection: SoftState.Rejection?
    /// In how many seconds it becomes stale; none where it is, or never will be.
    let freshness: Double?

    /// Looks it up in what is remembered.
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
