import JSONCore
import Synchronization
import TunableEngine

/// A backend for tests: it stores values in memory, and validates tunables as the daemon does.
final class PreviewBackend: Backend {
    private struct State {
        var tunables: [String: JSON]
        var flags: [String: JSON]
        var isConnected = true
    }

    private let store: Store
    private let state: Mutex<State>

    init(_ store: Store, _ tunables: [String: JSON], flags: [String: JSON]) {
        self.store = store
        state = Mutex(State(tunables: tunables, flags: flags))
    }

    var isConnected: Bool {
        get { state.withLock(\.isConnected) }
        set { state.withLock { $0.isConnected = newValue } }
    }

    func declared(_ subject: CellSubject) {
        store.take([(subject, value(of: subject))])
    }

    func send(_ request: WriteRequest, _ finish: @escaping @Sendable (Result<Void, TunerError>) -> Void) {
        guard isConnected else { return finish(.failure(.notConnected)) }
        do throws(TunerError) {
            try perform(request)
            finish(.success(()))
        } catch {
            finish(.failure(error))
        }
    }

    func wait(_ wait: ReadyWait) { wait.finish(isConnected ? .success(()) : .failure(.notConnected)) }

    func close(_ finish: @escaping @Sendable () -> Void) { finish() }

    /// Changes values as another program would; nil removes a value.
    func simulate(_ tunables: [String: JSON?], flags: [String: JSON?]) {
        state.withLock { state in
            for (key, value) in tunables { state.tunables[key] = value }
            for (key, value) in flags { state.flags[key] = value }
        }
        let touched = store.entries().map(\.subject).filter { subject in
            switch subject {
            case .tunable(let key): tunables.keys.contains(key)
            case .flag(let key, _): flags.keys.contains(key)
            }
        }
        store.take(touched.map { ($0, value(of: $0)) })
    }

    private func value(of subject: CellSubject) -> JSON? {
        state.withLock { state in
            switch subject {
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
            put(accepted)
        case .toggle(let subject):
            let entry = store.entries().first { $0.subject == subject }
            guard case .boolean(let value)? = entry?.told ?? entry?.spec?["default"] else { return }
            put([(subject, .boolean(!value))])
        case .reset(let subject):
            put([(subject, nil)])
        }
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
