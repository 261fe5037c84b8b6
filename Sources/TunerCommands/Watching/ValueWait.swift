import ConsoleCore
import JSONCore
import RPCCore
import SystemCore
import TunableEngine
import TunerAPI

/// A wait until a key's value meets a condition, even if the daemon restarts.
struct ValueWait {
    private let key: String
    private let condition: WaitCondition
    private let options: WaitOptions
    private let global: GlobalOptions
    private let subscriber: SubjectWatcher
    /// The value that the text means for the type of the last value.
    private var expected: JSON?
    private var value: JSON?
    private var isSecret = false

    /// Creates the wait that a command line describes.
    init(_ invocation: Invocation, _ options: WaitOptions) throws(Failure) {
        key = try invocation.arguments[0]
        self.options = options
        global = invocation.global
        condition = try WaitCondition(invocation, options)
        var parameters = SubscribeParameters()
        parameters.keys = [key]
        subscriber = SubjectWatcher(
            try DaemonEndpoint(invocation.global),
            global,
            WatchedTunables(parameters, global)
        )
    }

    /// Waits; returns the change that met the condition, or the value that already met it.
    mutating func run() throws(Failure) -> WatchedChange {
        let limit = global.timeout ?? .ever
        let deadline = Kernel.monotonicTime() + limit
        var changes = try subscriber.begin()
        try check(isPresent: !changes.isEmpty)
        isSecret = changes.contains { $0.change.isSecret == true }
        if case .changed = condition {
            value = changes.last?.change.value
            changes = []
        }
        while true {
            for change in changes {
                value = change.change.value
                isSecret = isSecret || change.change.isSecret == true
                if try holds() { return change }
            }
            let rest = deadline - Kernel.monotonicTime()
            guard rest > .zero else { throw .conditionNotMet(key, shownValue, limit) }
            changes = try subscriber.next(within: rest)
        }
    }

    /// Requests the type of the key to interpret the text, and prints a note if the key does not exist yet.
    private mutating func check(isPresent: Bool) throws(Failure) {
        let text = options.isString && !condition.isBound ? nil : condition.text
        guard text != nil || !isPresent else { return }
        switch try subscriber.attempt({ (connection) throws(Failure) in try KeyType.fetch(of: key, connection) }) {
        case .failure(let error):
            global.note("tunerctl: \(error.message.shownWhole); waiting for it\n")
        case .success(let type):
            if !isPresent {
                try refuseMember()
            }
            guard let text else { return }
            do throws(TextFault) {
                expected = try condition.meaning(of: text, for: type)
            } catch {
                let isSecret = try subscriber.attempt { (connection) throws(Failure) in connection.isSecret(key) }
                let sentence = type.sentence(about: key, error, text: isSecret == true ? "(secret)" : text)
                throw .usage(UsageError(.text(sentence), command: "wait"))
            }
        case nil: break
        }
    }

    /// Throws a usage error if the key names a member: the daemon reports changes of whole tunables only.
    private func refuseMember() throws(Failure) {
        let tunable = try subscriber.attempt { (connection) throws(Failure) in
            try connection.tunable(ofMember: key)
        }
        guard let tunable else { return }
        throw .usage(UsageError(.member(key, of: tunable), command: "wait"))
    }

    private var shownValue: JSON? { isSecret && !global.reveals ? value.map { _ in .secretMark } : value }

    private mutating func holds() throws(Failure) -> Bool {
        if let text = condition.text, let value, expected?.kind != value.kind {
            if options.isString {
                expected = .string(text)
            } else {
                // The key is new, or has another type now.
                let type = try subscriber.attempt { (connection) throws(Failure) in
                    try? KeyType.fetch(of: key, connection).get()
                }
                expected = type.flatMap { try? condition.meaning(of: text, for: $0) }
            }
        }
        return condition.isMet(by: value, expected: expected)
    }
}
