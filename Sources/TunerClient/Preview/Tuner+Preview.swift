import JSONCore

extension Tuner {
    /// Returns a tuner for tests and previews, which needs no daemon.
    ///
    /// The tuner is connected and has the given values. Writes to tunables are validated as the daemon does it.
    ///
    /// ```swift
    /// let tuner = Tuner.preview(values: ["ui.cornerRadius": 18], flags: ["ui.DarkMode": true])
    /// let settings = Settings(tuner: tuner)
    /// #expect(settings.cornerRadius == 18)
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values of tunables, by key. Other tunables have their defaults.
    ///   - flags: The values of flags, by key, for all contexts.
    /// - Returns: The tuner.
    public static func preview(values: [String: TunerValue] = [:], flags: [String: TunerValue] = [:]) -> Tuner {
        let faults = FaultReporter(TunerOptions().faultHandler)
        let store = CellStore(remembering: [:], faults)
        let backend = PreviewBackend(store, values.mapValues(\.json), flags: flags.mapValues(\.json))
        return Tuner(store, ConnectionStatus(.connected), backend, faults)
    }

    /// Changes values of a preview tuner together, as another program would.
    ///
    /// Nil removes a value, so that the default applies. The call traps if `preview` did not create the tuner.
    ///
    /// ```swift
    /// tuner.simulate(values: ["ui.cornerRadius": 30, "ui.title": nil])
    /// ```
    public func simulate(values: [String: TunerValue?] = [:], flags: [String: TunerValue?] = [:]) {
        guard let backend = backend as? PreviewBackend else {
            preconditionFailure("simulate(values:flags:) needs a tuner of Tuner.preview")
        }
        backend.simulate(values.mapValues { $0?.json }, flags: flags.mapValues { $0?.json })
    }

    /// Changes the connection state of a preview tuner.
    ///
    /// Except in the state `connected`, each write throws `notConnected`. The call traps if `preview` did not create
    /// the tuner.
    ///
    /// ```swift
    /// tuner.simulate(connection: .lost(since: .now))
    /// ```
    public func simulate(connection: TunerConnection) {
        guard let backend = backend as? PreviewBackend else {
            preconditionFailure("simulate(connection:) needs a tuner of Tuner.preview")
        }
        backend.isConnected = connection == .connected
        status.set(connection)
    }
}
