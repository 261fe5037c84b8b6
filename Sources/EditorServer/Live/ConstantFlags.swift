import ClientCore
import JSONCore
import SystemCore
import TunerAPI

/// The flags that have the same value for everybody, and since when.
final class ConstantFlags {
    /// The number of commits in which the last change of a flag is looked up.
    private static let commitCount: Int64 = 1_000

    /// Called when a flag was found.
    var whenChanged: (LiveChange) -> Void = { _ in }

    private let daemon: any DaemonCalls
    private var since: [String: WallTime] = [:]
    /// The keys that were read; a flag that is not constant is not read again before it changes.
    private var asked: Set<String> = []

    init(_ daemon: any DaemonCalls) { self.daemon = daemon }

    /// Returns when the flag has last changed; nil if its value can differ, or if the history does not have the change.
    subscript(key: String) -> WallTime? { since[key] }

    /// Forgets a flag that has changed.
    func forget(_ key: String) { since[key] = nil }

    func forgetAll() { (since, asked) = ([:], []) }

    /// Reads the last changes of flags without a rule, and their definitions.
    func read(_ keys: [String]) {
        let keys = keys.filter { asked.insert($0).inserted }
        guard !keys.isEmpty else { return }
        var parameters = HistoryParameters()
        parameters.limit = ConstantFlags.commitCount
        daemon.call(API.Tunables.history, parameters) { [weak self] result in
            guard let self, case .success(let history) = result else { return }
            var changes: [String: String] = [:]
            for commit in history.commits.reversed() {
                for flag in commit.flags ?? [] { changes[flag.key] = commit.time }
            }
            for key in keys {
                if let time = changes[key].flatMap({ WallTime(rfc3339: $0) }) { check(key, changedAt: time) }
            }
        }
    }

    private func check(_ key: String, changedAt time: WallTime) {
        var parameters = FlagParameters()
        parameters.key = key
        daemon.call(API.Flags.get, parameters) { [weak self] result in
            guard let self, case .success(let flag) = result, ConstantFlags.isConstant(flag) else { return }
            since[key] = time
            whenChanged(.declarations)
        }
    }

    /// Whether a flag has neither a rule, nor a temporary override, nor a kill switch.
    private static func isConstant(_ flag: FlagResult) -> Bool {
        if case .object(let rule)? = flag.definition["targeting"], !rule.isEmpty { return false }
        let isLasting = flag.override.map { $0.end == nil && $0.origin == "local" } ?? true
        return isLasting && flag.killSwitches?.isEmpty != false
    }
}
