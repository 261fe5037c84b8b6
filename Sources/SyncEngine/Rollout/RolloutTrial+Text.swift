extension RolloutTrial {
    /// What a person can see of the machine's part in the rollout.
    var text: String {
        let count = rollout.stages.count
        let place = stage.map { "\(rollout.id), stage \($0) of \(count)" } ?? rollout.id
        return "\(place): \(state)"
    }

    private var state: String {
        switch phase {
        case .over where record.state == nil: "this machine has no stage"
        case .over: (record.state?.rawValue ?? "") + (record.reason.map { ", \($0)" } ?? "")
        case .waiting, .counting, .announcing: obstacle ?? "waiting"
        case .ready, .putting: "waiting for the daemon"
        case .trying: "trying"
        case .keeping: "keeping"
        case .reverting, .restoring: "reverting"
        }
    }
}
