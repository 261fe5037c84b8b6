import JSONCore
import TunerAPI

extension WorldStep {
    /// Reads what the world has for the keys and flags of a change; fails if there is no daemon.
    static func read(
        for change: AgentChange,
        _ contents: WorldContents,
        _ daemon: any AgentDaemon,
        _ handle: @escaping (Result<WorldStep, DaemonFailure>) -> Void
    ) {
        var step = WorldStep()
        /// Describes a key or a flag; a refusal means that there is none, and the write then says so.
        func describe(_ method: StaticString, _ key: JSON, _ next: @escaping (JSON?) -> Void) {
            daemon.call(method, ["key": key]) { result in
                switch result {
                case .success(let description): next(description)
                case .failure(.refused): next(nil)
                case .failure(let failure): handle(.failure(failure))
                }
            }
        }
        inOrder(change.values.members.map(\.name)) { key, next in
            describe(API.Tunables.describe.name, .string(key)) { description in
                step.note(key, describedBy: description, contents)
                next()
            }
        } then: {
            inOrder(change.flags) { flag, next in
                let key = flag["key"] ?? ""
                describe(API.Flags.get.name, key) { description in
                    step.note(flag: key, describedBy: description)
                    next()
                }
            } then: {
                handle(.success(step))
            }
        }
    }
}
