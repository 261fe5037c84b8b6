import JSONCore

/// Makes the changes of an agent, and undoes them.
protocol AgentWriter: AnyObject {
    /// Makes a change as one.
    func write(_ change: AgentChange, _ handle: @escaping (AgentOutcome) -> Void)

    /// Undoes the last change of the session, or all.
    func undo(all: Bool, _ handle: @escaping (AgentOutcome) -> Void)

    /// Forgets a world that has ended.
    func endWorld()
}

/// A change that an agent wants.
struct AgentChange {
    /// The longest time that the session allows.
    static let usualSeconds = Double.infinity

    var values = JSONObject()
    /// The flags to override, each an object of key, and variant or value.
    var flags: [JSON] = []
    /// The seconds after which the change ends by itself; nil for never.
    var seconds: Double?
    var clamps = false
    var isDryRun = false
}

/// What a change of an agent has led to.
enum AgentOutcome {
    /// The changes are made; the note says where, and the facts have the changes.
    case changed(note: String, JSONObject)
    /// Nothing was done, for this reason.
    case nothing(String)
    case failed(DaemonFailure)
}
