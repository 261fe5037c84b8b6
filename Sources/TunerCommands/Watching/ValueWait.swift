import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// Waits until a key's value is as it should be, over the daemon's ends.
struct ValueWait {
    private let key: String
    private let condition: WaitCondition
    private let options: WaitOptions
    private let timeout: Duration?
    private let subscriber: SubjectWatcher
    /// What the text stands for, while values are of its kind.
    private var expected: JSON?
    private var value: JSON?

    /// Waits for the key that a line names.
    init(_ invocation: Invocation, _ options: WaitOptions) throws(Failure) {
        key = try invocation.arguments[0]
        self.options = options
        timeout = invocation.global.timeout
        condition = try WaitCondition(invocation, options)
        var parameters = SubscribeParameters()
        parameters.keys = [key]
        subscriber = SubjectWatcher(
            try DaemonEndpoint(invocation.global),
            invocation.global,
            WatchedTunables(parameters)
        )
    }

    /// The change that made it so, or the value that was so already.
    mutating func run() throws(Failure) -> WatchedChange {
        let limit = timeout ?? .ever
        let deadline = Kernel.monotonicTime() + limit
        var changes = try subscriber.begin()
        try look(isPresent: !changes.isEmpty)
        if case .changed = condition {
            value = changes.last?.change.value
            changes = []
        }
        while true {
            for change in changes {
                value = change.change.value
                if try holds() { return change }
            }
            let rest = deadline - Kernel.monotonicTime()
            guard rest > .zero else { throw .notSo(key, value, limit) }
            changes = try subscriber.next(within: rest)
        }
    }

    /// Looks what the text stands for, and says what nobody may have expected.
    private mutating func look(isPresent: Bool) throws(Failure) {
        let isText = if case .equal = condition { !options.isString } else { false }
        guard isText || !isPresent else { return }
        switch try subscriber.ask({ (connection) throws(Failure) in try KeyType.look(at: key, connection) }) {
        case .failure(let error):
            Output.complain("tunerctl: \(error.message.shownWhole); waiting until it is there\n")
        case .success(let type):
            guard case .equal(let text) = condition, isText else { return }
            do throws(TextFault) {
                expected = try type.value(of: text)
            } catch {
                throw .usage(UsageError(.text(error, key: key, text: text), command: "wait"))
            }
        case nil: break
        }
    }

    private mutating func holds() throws(Failure) -> Bool {
        switch condition {
        case .changed: return true
        case .present: return value != nil
        case .above(let bound): return value.map { WaitCondition.isMore($0, than: bound) } ?? false
        case .below(let bound): return value.map { WaitCondition.isMore(bound, than: $0) } ?? false
        case .equal(let text):
            guard let value else { return false }
            guard !options.isString else { return value == .string(text) }
            if expected?.kind != value.kind {
                // It was not there before, or is declared otherwise now.
                let type = try subscriber.ask { (connection) throws(Failure) in
                    try? KeyType.look(at: key, connection).get()
                }
                expected = try? type?.value(of: text)
            }
            return expected.map { JSONByValue($0) == JSONByValue(value) } ?? false
        }
    }
}
