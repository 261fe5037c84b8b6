import JSONCore
import SystemCore
import TunableEngine
import TunerAPI

/// A backend for tests: it stores values in memory, and validates tunables as the daemon does.
final class PreviewBackend: Backend {
    private struct State {
        var tunables: [String: JSON]
        var flags: [String: JSON]
        /// The values that end after a time, instead of the values above.
        var temporaryValues: [CellSubject: TemporaryValue] = [:]
        var lastTemporaryValue: UInt64 = 0
        var isConnected = true
    }

    /// A value that ends after a time.
    private struct TemporaryValue {
        let number: UInt64
        let value: JSON
    }

    private let store: CellStore
    private let state: KernelMutex<State>

    init(_ store: CellStore, _ tunables: [String: JSON], flags: [String: JSON]) {
        self.store = store
        state = KernelMutex(State(tunables: tunables, flags: flags))
    }

    var isConnected: Bool {
        get { state.withLock(\.isConnected) }
        set { state.withLock { $0.isConnected = newValue } }
    }

    func declared(_ subject: CellSubject) {
        store.apply([(subject, value(of: subject))])
    }

    /// Does nothing: a flag of a preview has one value for all contexts.
    func moved() {}

    /// Does nothing: a preview has nobody to report to.
    func refused() {}

    func send(_ request: WriteRequest, _ finish: @escaping @Sendable (Result<Void, TunerError>) -> Void) {
        guard isConnected else { return finish(.failure(.notConnected)) }
        do throws(TunerError) {
            try perform(request)
            finish(.success(()))
        } catch {
            finish(.failure(error))
        }
    }

    func wait(_ wait: ReadyWait) {
        guard isConnected else { return wait.finish(.failure(.notConnected)) }
        wait.finish(store.declarationError.map { .failure($0) } ?? .success(()))
    }

    func close(_ finish: @escaping @Sendable () -> Void) { finish() }

    /// Changes values as another program would; nil removes a value.
    func simulate(_ tunables: [String: JSON?], flags: [String: JSON?]) {
        state.withLock { state in
            for (key, value) in tunables { state.tunables[key] = value }
            for (key, value) in flags { state.flags[key] = value }
            state.temporaryValues = state.temporaryValues.filter { !isIn(tunables, flags, $0.key) }
        }
        publish { isIn(tunables, flags, $0) }
    }

    private func isIn(_ tunables: [String: JSON?], _ flags: [String: JSON?], _ subject: CellSubject) -> Bool {
        switch subject {
        case .tunable(let key): tunables.keys.contains(key)
        case .flag(let key, _): flags.keys.contains(key)
        }
    }

    private func publish(_ isTouched: (CellSubject) -> Bool) {
        store.apply(store.entries().map(\.evaluated).filter(isTouched).map { ($0, value(of: $0)) })
    }

    private func value(of subject: CellSubject) -> JSON? {
        state.withLock { state in
            switch subject {
            case _ where state.temporaryValues[subject.anywhere] != nil: state.temporaryValues[subject.anywhere]?.value
            case .tunable(let key): state.tunables[key]
            case .flag(let key, _): state.flags[key]
            }
        }
    }

    private func perform(_ request: WriteRequest) throws(TunerError) {
        switch request.kind {
        case .set(let values):
            var accepted: [(CellSubject, JSON)] = []
            for (subject, value) in values {
                accepted.append((subject, try check(value, for: subject, clamping: request.clamps)))
            }
            put(accepted, for: request.duration)
        case .toggle(let subject):
            let entry = store.entries().first { $0.subject == subject }
            guard case .boolean(let value)? = entry?.received ?? entry?.spec?["default"] else { return }
            put([(subject, .boolean(!value))], for: request.duration)
        case .reset(let subject):
            put([(subject, nil)])
        case .attempt(let values, let handle):
            var accepted: [(CellSubject, JSON)] = []
            for (subject, value) in values {
                accepted.append((subject, try check(value, for: subject, clamping: request.clamps)))
            }
            var result = TryResult()
            result.id = Int64(put(accepted, until: request.duration ?? .zero))
            handle(result)
        case .confirm(let id):
            let kept = try temporaryValues(ofTry: id)
            put(kept.map { ($0.key, $0.value.value) })
        case .cancel(let id, _):
            _ = try temporaryValues(ofTry: id)
            endTemporaryValues(UInt64(id))
        case .get(let key, let fallback, let handle):
            try handle(tunable(key, orElse: fallback))
        case .evaluate(let key, let context, let handle):
            handle(flag(key, context))
        case .call: throw .notConnected
        }
    }

    /// Returns the temporary values of a try; throws if it has ended.
    private func temporaryValues(ofTry id: Int64) throws(TunerError) -> [CellSubject: TemporaryValue] {
        let values = state.withLock { state in state.temporaryValues.filter { Int64($0.value.number) == id } }
        guard !values.isEmpty else {
            throw .refused(Refusal(kind: .conflict, message: "there is no try \(id)", key: nil))
        }
        return values
    }

    /// Stores values, which are temporary if there is a duration.
    private func put(_ values: [(subject: CellSubject, value: JSON)], for duration: Duration?) {
        if let duration {
            _ = put(values, until: duration)
        } else {
            put(values.map { ($0.subject, $0.value) })
        }
    }

    /// Stores temporary values, and returns the number of the write.
    private func put(_ values: [(subject: CellSubject, value: JSON)], until duration: Duration) -> UInt64 {
        let number = state.withLock { state in
            state.lastTemporaryValue += 1
            for (subject, value) in values {
                state.temporaryValues[subject.anywhere] = TemporaryValue(number: state.lastTemporaryValue, value: value)
            }
            return state.lastTemporaryValue
        }
        let subjects = Set(values.map(\.subject.anywhere))
        publish { subjects.contains($0.anywhere) }
        Task { [weak self] in
            try? await Task.sleep(for: duration)
            self?.endTemporaryValues(number)
        }
        return number
    }

    /// Ends the temporary values of one write, except for those that another write has replaced.
    private func endTemporaryValues(_ number: UInt64) {
        let ended = state.withLock { state in
            let ended = state.temporaryValues.filter { $0.value.number == number }.keys
            for subject in ended { state.temporaryValues[subject] = nil }
            return Set(ended)
        }
        publish { ended.contains($0.anywhere) }
    }

    private func put(_ values: [(subject: CellSubject, value: JSON?)]) {
        var (tunables, flags): ([String: JSON?], [String: JSON?]) = ([:], [:])
        for (subject, value) in values {
            switch subject {
            case .tunable(let key): tunables.updateValue(value, forKey: key)
            case .flag(let key, _): flags.updateValue(value, forKey: key)
            }
        }
        simulate(tunables, flags: flags)
    }

    private func tunable(_ key: String, orElse fallback: JSON?) throws(TunerError) -> GetResult {
        let subject = CellSubject.tunable(key)
        let (stored, declared) = (value(of: subject), store.entries().first { $0.subject == subject }?.spec?["default"])
        guard let value = stored ?? declared ?? fallback else {
            throw .refused(Refusal(kind: .unknownKey, message: "there is no tunable \(key)", key: key))
        }
        var result = GetResult()
        (result.key, result.value) = (key, value)
        result.origin = stored != nil ? "local" : declared != nil ? "default" : "none"
        return result
    }

    private func flag(_ key: String, _ context: FlagContext) -> EvaluationRecord {
        var result = EvaluationRecord()
        let declared = store.entries().first { $0.subject.isFlag && $0.subject.key == key && $0.spec != nil }
        (result.key, result.value) = (key, value(of: .flag(key, context)) ?? declared?.spec?["default"])
        result.reason = result.value == nil ? "ERROR" : "STATIC"
        if result.value == nil { result.errorCode = "FLAG_NOT_FOUND" }
        return result
    }

    private func check(_ value: JSON, for subject: CellSubject, clamping: Bool) throws(TunerError) -> JSON {
        guard case .tunable(let key) = subject,
            let declared = store.entries().first(where: { $0.subject == subject })?.spec,
            let spec = try? Spec(declared)
        else { return value }
        do {
            return clamping ? try spec.clamped(value) : try spec.accepted(value)
        } catch {
            let kind = Refusal.Kind(rawValue: error.kind.rawValue)
            throw .refused(Refusal(kind: kind, message: error.sentence(about: key), key: key))
        }
    }
}

extension CellSubject {
    /// The subject without the context of a flag: an override of a flag is for all contexts.
    fileprivate var anywhere: CellSubject {
        switch self {
        case .tunable: self
        case .flag(let key, _): .flag(key, [:])
        }
    }
}
