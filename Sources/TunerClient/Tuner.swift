import JSONCore
import Synchronization

/// A program's connection to the daemon, and the values that come over it.
///
/// Most programs need none of their own: what is declared without one belongs to `Tuner.shared`.
///
/// ```swift
/// let tuner = Tuner(TunerOptions(name: "my-game", valuesFile: "/home/me/.cache/my-game/values.json"))
/// let gravity = Tunable("world.gravity", default: 9.81, in: 0...30, on: tuner)
/// ```
///
/// It connects in the background, on a thread of its own, looks again when the daemon is gone, and goes on where it was. A
/// program that runs without a daemon runs with its defaults. A process that was forked and started no other program has no such
/// thread: its values stay as they are.
public final class Tuner: Sendable {
    let store: Store
    let status: ConnectionStatus
    let faults: FaultReporter
    let backend: any Backend

    /// The one for everything that is declared without another: made when it is first used, with all options as they are.
    ///
    /// ```swift
    /// Tuner.shared.onFault { fault in logger.warning("\(fault)") }
    /// ```
    public static let shared = Tuner()

    /// Begins to look for the daemon, and does not wait for it.
    ///
    /// ```swift
    /// let tuner = Tuner(TunerOptions(socket: "/run/robot/tunerd.sock"))
    /// ```
    public init(_ options: TunerOptions = TunerOptions()) {
        let faults = FaultReporter(options.faultHandler)
        let file = options.valuesFile.map { ValuesFile($0) }
        let store = Store(remembering: file?.read(faults) ?? [:], faults)
        let daemon = DaemonBackend(options, file, store, faults)
        self.faults = faults
        self.store = store
        backend = daemon
        status = daemon.status
        daemon.start()
    }

    init(_ store: Store, _ status: ConnectionStatus, _ backend: any Backend, _ faults: FaultReporter) {
        self.store = store
        self.status = status
        self.backend = backend
        self.faults = faults
    }

    deinit { backend.close {} }

    /// Whether the daemon is there, noted by `withObservationTracking`.
    ///
    /// Who has asked once makes the tuner ask the daemon each second whether it is well.
    ///
    /// ```swift
    /// if case .lost(let since) = tuner.connection { banner.text = "no tuner since \(since.duration(to: .now))" }
    /// ```
    public var connection: TunerConnection { status.connection }

    /// Whether the daemon is there, at first now, then whenever that changes: `for await connection in tuner.connections { … }`.
    public var connections: TunerConnections { TunerConnections(status) }

    /// Has another one told of what is not as the program said; until then it goes to standard error.
    ///
    /// The handler runs on the thread that found it.
    ///
    /// ```swift
    /// tuner.onFault { fault in
    ///     if case .declaredTwice(let key) = fault { assertionFailure(key) }
    /// }
    /// ```
    public func onFault(_ handler: @escaping @Sendable (TunerFault) -> Void) {
        faults.replace(handler)
    }

    /// Runs a body that sees all values as of one moment: a frame never mixes two revisions.
    ///
    /// ```swift
    /// tuner.snapshot {
    ///     draw(radius: settings.cornerRadius, spacing: settings.spacing)
    /// }
    /// ```
    ///
    /// It waits for nobody, and nobody for it; what changes meanwhile shows behind it. In a snapshot that is open for long
    /// old values gather.
    public func snapshot<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try store.withSnapshot { (_) throws(Failure) in try body() }
    }

    /// Ends the connection when the values file is written; from then on all values stay as they are.
    ///
    /// ```swift
    /// await tuner.close()
    /// ```
    public func close() async {
        await withCheckedContinuation { task in backend.close { task.resume() } }
    }

    /// The cell of a declaration, of which the daemon will be told.
    func declare<Value>(_ declaration: CellDeclaration, _ fallback: Value) -> (Cell<Value>, place: Int) {
        let (cell, place, isNew) = store.cell(of: declaration, fallback)
        if isNew {
            declaration.faults.forEach(faults.report)
            if declaration.isWanted { backend.declared(declaration.subject) }
        }
        return (cell, place)
    }
}
