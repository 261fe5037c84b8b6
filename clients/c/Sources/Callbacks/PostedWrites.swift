import SystemCore
import TunerClient

/// The writes of a client that the program does not wait for.
///
/// A failure becomes a fault. A failure that repeats is reported once, until a write of the key succeeds.
final class PostedWrites: Sendable {
    private struct State {
        /// The number of writes without a response.
        var count = 0
        /// The last reported failure of each key; with an empty key, the failure that concerns every key.
        var failures: [String: String] = [:]
    }

    /// The largest number of writes that wait for their responses.
    static let most = 1_000

    private let state = KernelMutex(State())
    private let report: @Sendable (String) -> Void

    init(_ report: @escaping @Sendable (String) -> Void) { self.report = report }

    /// Posts a write of some keys with a closure; throws if too many writes have no response yet.
    func post(_ keys: [String], _ send: (@escaping Tuner.PostedEnd) -> Void) throws(CallError) {
        let isAccepted = state.withLock { state in
            guard state.count < PostedWrites.most else { return false }
            state.count += 1
            return true
        }
        guard isAccepted else { throw .tooManyPosted }
        send { [self] error, reason in end(keys, error.map { .tuner($0, lossReason: reason) }) }
    }

    private func end(_ keys: [String], _ error: CallError?) {
        let isNew = state.withLock { state in
            state.count -= 1
            guard let error else {
                for key in keys + [""] { state.failures[key] = nil }
                return false
            }
            let (key, name) = PostedWrites.subject(of: error, keys)
            return state.failures.updateValue(name, forKey: key) != name
        }
        if isNew, let error { report("the write of \(PostedWrites.names(keys)) has failed: \(error.message)") }
    }

    /// Returns the key that a failure is about, or an empty key, and a name that is equal for equal failures.
    private static func subject(of error: CallError, _ keys: [String]) -> (key: String, name: String) {
        guard case .tuner(.refused(let refusal), _) = error else { return ("", error.message) }
        // The sentence of a refusal has the value, which differs each time.
        return (refusal.key ?? keys.first ?? "", refusal.kind.rawValue)
    }

    private static func names(_ keys: [String]) -> String {
        guard let first = keys.first, keys.count > 1 else { return keys.first ?? "" }
        return "\(first) and \(keys.count - 1) more"
    }
}
