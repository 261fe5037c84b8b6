import JSONCore

extension Tuner {
    /// A tuner for tests and previews, without a daemon: it has these values, checks what is written as a daemon would, and
    /// is connected.
    ///
    /// ```swift
    /// let tuner = Tuner.preview(values: ["ui.cornerRadius": 18], flags: ["ui.DarkMode": true])
    /// let settings = Settings(tuner: tuner)
    /// #expect(settings.cornerRadius == 18)
    /// ```
    public static func preview(values: [String: TunerValue] = [:], flags: [String: TunerValue] = [:]) -> Tuner {
        let faults = FaultReporter(TunerOptions().faultHandler)
        let store = Store(remembering: [:], faults)
        let backend = PreviewBackend(store, values.mapValues(\.json), flags: flags.mapValues(\.json))
        return Tuner(store, ConnectionStatus(.connected), backend, faults)
    }

    /// Has values of a preview change as if somebody else had changed them, all at once; nil takes one away.
    ///
    /// ```swift
    /// tuner.simulate(values: ["ui.cornerRadius": 30, "ui.title": nil])
    /// ```
    public func simulate(values: [String: TunerValue?] = [:], flags: [String: TunerValue?] = [:]) {
        guard let backend = backend as? PreviewBackend else {
            preconditionFailure("only the values of a preview can be simulated")
        }
        backend.simulate(values.mapValues { $0?.json }, flags: flags.mapValues { $0?.json })
    }

    /// Has a preview lose its daemon, or find it again: what is written meanwhile is not connected.
    ///
    /// ```swift
    /// tuner.simulate(connection: .lost(since: .now))
    /// ```
    public func simulate(connection: TunerConnection) {
        guard let backend = backend as? PreviewBackend else {
            preconditionFailure("only a preview can be lost at will")
        }
        backend.isConnected = connection == .connected
        status.set(connection)
    }
}
