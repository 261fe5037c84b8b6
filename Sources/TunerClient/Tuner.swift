import JSONCore
import Synchronization

/// A program's connection to the daemon, with the values that the daemon sends.
///
/// Most programs do not create a tuner: a declaration without one belongs to `Tuner.shared`.
///
/// ```swift
/// let tuner = Tuner(TunerOptions(name: "my-game", valuesFile: "/home/me/.cache/my-game/values.json"))
/// let gravity = Tunable("world.gravity", default: 9.81, in: 0...30, on: tuner)
/// ```
///
/// The tuner connects on its own background thread. After the connection is lost, the tuner reconnects and resumes its
/// subscriptions. A program without a daemon runs with its defaults, or with the values in `TunerOptions.valuesFile`.
///
/// ThreadSanitizer reports no race in this library. It does report races that do not exist where a program uses `Mutex` of
/// the standard library, because it does not see how a thread waits for a `Mutex`. To hide these reports, write the line
/// `race:YuYTXEfU`, a part of the name of each closure that is given to `withLock`, to a file, and start the program with
/// `TSAN_OPTIONS=suppressions=FILE`. This also hides real races in such a closure.
///
/// After `fork` without `exec`, the child process does not have the background thread, so its values never change.
public final class Tuner: Sendable {
    let store: CellStore
    let status: ConnectionStatus
    let faults: FaultReporter
    let backend: any Backend

    /// The tuner of all declarations that name no other tuner.
    ///
    /// It is created at its first use, with the default options. Inside `withShared`, it is the tuner of that call.
    /// In a test with the trait `.tuner`, it is connected to the private daemon of the test.
    ///
    /// ```swift
    /// Tuner.shared.onFault { fault in logger.warning("\(fault)") }
    /// ```
    public static var shared: Tuner { replacement ?? ofProcess }

    /// The tuner that replaces the shared one in this task and its child tasks.
    @TaskLocal static var replacement: Tuner?

    private let testEnd = Atomic<Bool>(false)

    /// Creates a tuner and starts to connect, without waiting for the daemon.
    ///
    /// ```swift
    /// let tuner = Tuner(TunerOptions(socket: "/run/robot/tunerd.sock"))
    /// ```
    public init(_ options: TunerOptions = TunerOptions()) {
        let faults = FaultReporter(options.faultHandler)
        let options = options.inTest
        guard !Tuner.mustStayAlone(options) else {
            self.faults = faults
            store = CellStore(remembering: [:], faults)
            backend = NoBackend(.outsideTest)
            status = ConnectionStatus(.lost(since: .now))
            faults.report(.unreachable(reason: "\(TunerError.outsideTest)"))
            return
        }
        let file = options.valuesFile.map { ValuesFile($0) }
        let store = CellStore(remembering: file?.read(faults) ?? [:], faults)
        let daemon = DaemonBackend(options, file, store, faults)
        self.faults = faults
        self.store = store
        backend = daemon
        status = daemon.status
        daemon.start()
    }

    init(_ store: CellStore, _ status: ConnectionStatus, _ backend: any Backend, _ faults: FaultReporter) {
        self.store = store
        self.status = status
        self.backend = backend
        self.faults = faults
    }

    deinit { backend.close {} }

    /// The state of the connection, tracked by `withObservationTracking`.
    ///
    /// After the first read, the tuner pings the daemon once a second, so that a daemon that hangs is noticed too.
    ///
    /// ```swift
    /// if case .lost(let since) = tuner.connection { banner.text = "no tuner since \(since.duration(to: .now))" }
    /// ```
    public var connection: TunerConnection { status.connection }

    /// The current state of the connection, then each change: `for await connection in tuner.connections { … }`.
    public var connections: TunerConnections { TunerConnections(status) }

    /// Replaces the handler that receives faults.
    ///
    /// The first handler is `TunerOptions.faultHandler`, which prints to standard error by default. The tuner calls the
    /// handler on the thread that detected the fault.
    ///
    /// ```swift
    /// tuner.onFault { fault in
    ///     if case .declaredTwice(let key) = fault { assertionFailure(key) }
    /// }
    /// ```
    public func onFault(_ handler: @escaping @Sendable (TunerFault) -> Void) {
        faults.replace(handler)
    }

    /// Runs a closure in which all values of this tuner are from one moment.
    ///
    /// Use it to draw a frame that never mixes values of two revisions.
    ///
    /// ```swift
    /// tuner.snapshot {
    ///     draw(radius: settings.cornerRadius, spacing: settings.spacing)
    /// }
    /// ```
    ///
    /// A snapshot never waits for a lock, and never delays a change. The closure does not see values that arrive while
    /// it runs. Only reads on the calling thread use the snapshot.
    ///
    /// Old values stay in memory while a snapshot is open. Keep the closure short.
    public func snapshot<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try store.withHandedSnapshot(body)
    }

    /// Closes the connection, saves the values file, and then returns.
    ///
    /// Writes without a response throw `outcomeUnknown`. Afterwards all values stay as they are, and each write throws
    /// `notConnected`.
    ///
    /// ```swift
    /// await tuner.close()
    /// ```
    public func close() async {
        await withCheckedContinuation { task in backend.close { task.resume() } }
    }

    /// Whether the tuner was that of a test which has ended.
    var hasTestEnded: Bool { testEnd.load(ordering: .relaxed) }

    /// Closes the tuner of a test, whose daemon ends.
    package func endTest() async {
        testEnd.store(true, ordering: .relaxed)
        await close()
    }

    /// Returns the error of a tuner that has no connection: after a test, the reason is known.
    func explained(_ error: TunerError) -> TunerError { error == .notConnected && hasTestEnded ? .outsideTest : error }

    /// Returns the cell of a declaration, and passes a new declaration to the backend.
    func declare<Value>(_ declaration: CellDeclaration, _ fallback: Value) -> (Cell<Value>, index: Int) {
        let (cell, index, isNew) = store.cell(of: declaration, declaration.legalDefault(fallback))
        if isNew {
            declaration.faults.forEach(faults.report)
            if declaration.isSubscribable { backend.declared(store.evaluated(at: index)) }
        }
        return (cell, index)
    }
}
