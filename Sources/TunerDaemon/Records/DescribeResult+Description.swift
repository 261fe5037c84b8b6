import JSONCore
import StateCore
import TunableEngine
import TunerAPI

extension DescribeResult {
    /// Creates the result without its candidates, with the time of the last declaration from the soft state.
    init(_ description: Description, nearest: String?, _ softState: SoftState, _ filter: SecretFilter) {
        self.init()
        let hides = filter.hides(description.tunable?.declaration?.spec)
        key = description.key.text
        value = filter.shown(description.resolution.value, isSecret: hides)
        origin = description.resolution.origin.name
        revision = description.tunable?.revision ?? 0
        end = description.ending?.time.rfc3339
        next = filter.shown(description.ending?.next, isSecret: hides)
        memberOf = description.isMember ? description.tunableKey.text : nil
        spec = hides ? description.spec?.definition.withoutValues : description.spec?.definition
        isSecret = description.tunable?.declaration?.spec.isSecret == true ? true : nil
        self.nearest = nearest
        if !BuiltInTunables.contains(description.tunableKey) {
            declaredBy = (description.tunable?.declaration?.actor).map { ActorRecord($0) }
        }
        if declaredBy != nil {
            declaredAt = softState.declarations[description.tunableKey]?.rfc3339
        }
        killSwitches = description.killSwitches.isEmpty ? nil : description.killSwitches.map { KillSwitchRecord($0) }
    }
}

extension DescribedCandidate {
    init(_ candidate: Description.Candidate, of key: Key, hidden isHidden: Bool) {
        self.init()
        origin = candidate.origin.name
        value = isHidden ? .secretMark : candidate.value
        isValid = candidate.fault == nil
        wins = candidate.wins
        reason = candidate.fault?.sentence(about: key.text) ?? candidate.obstacle?.sentence
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

extension KillSwitchRecord {
    /// Creates the record of a layer or kill switch that limits keys.
    init(_ killSwitch: Description.KillSwitch) {
        self.init()
        source = killSwitch.layer.map { Origin.layer($0).name } ?? "manual"
        match = killSwitch.patterns
        reason = killSwitch.reason
    }
}

extension ReaderRecord {
    /// Creates the record of a subscriber of one key.
    init(_ subscriber: SubscriberRecord) {
        self.init()
        client = subscriber.client
        pid = subscriber.pid
        state = subscriber.stateName
        reason = subscriber.state == .refused ? subscriber.refused?.first?.reason : nil
    }

    func isSameProgram(as other: ReaderRecord) -> Bool { pid == other.pid && client == other.client }

    /// How much a person cares about the state, in comparison with the other subscriptions of the program.
    var rank: Int {
        switch AppliedState(rawValue: state) {
        case .refused: 3
        case .waiting: 2
        case .applied: 1
        case .unknown, nil: 0
        }
    }
}
