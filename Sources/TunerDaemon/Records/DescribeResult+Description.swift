import JSONCore
import StateCore
import TunableEngine
import TunerAPI

extension DescribeResult {
    /// Creates the result without its places, with the time of the last declaration from the soft state.
    init(_ description: Description, nearest: String?, _ softState: SoftState) {
        self.init()
        key = description.key.text
        value = description.resolution.value
        origin = description.resolution.origin.name
        revision = description.tunable?.revision ?? 0
        memberOf = description.isMember ? description.tunableKey.text : nil
        spec = description.spec?.definition
        self.nearest = nearest
        if !BuiltInTunables.contains(description.tunableKey) {
            declaredBy = (description.tunable?.declaration?.actor).map { ActorRecord($0) }
        }
        if declaredBy != nil {
            declaredAt = softState.declarations[description.tunableKey]?.rfc3339
        }
        limits = description.limits.isEmpty ? nil : description.limits.map { LimitRecord($0) }
    }
}

extension DescribedPlace {
    init(_ place: Description.Place, of key: Key) {
        self.init()
        origin = place.origin.name
        value = place.value
        isValid = place.fault == nil
        wins = place.wins
        reason = place.fault?.sentence(about: key.text) ?? place.obstacle?.sentence
    }
}

extension Description.Obstacle {
    /// The obstacle as a sentence for the user.
    fileprivate var sentence: String {
        switch self {
        case .inactive: "the layer is not active"
        case .limited: "a kill switch limits the key to its default"
        case .locked(let layer): "the layer \(layer.shown) locks the key"
        case .behind(let origin): "\(origin.name.shown) has precedence"
        }
    }
}

extension LimitRecord {
    /// Creates the record of a layer or kill switch that limits keys.
    init(_ limit: Description.Limit) {
        self.init()
        source = limit.layer.map { Origin.layer($0).name } ?? "manual"
        match = limit.patterns
        reason = limit.reason
    }
}
