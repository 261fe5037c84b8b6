/// The other end of a tuner: the daemon, or a preview without a daemon.
protocol Backend: AnyObject, Sendable {
    /// Called after the program has declared a new subject, with a flag's context as the daemon evaluates it.
    func declared(_ subject: CellSubject)

    /// Called after the context of a flag has changed.
    func moved()

    /// Called after the program has refused a value.
    func refused()

    /// Sends a write; calls `finish` once, with the result.
    func send(_ request: WriteRequest, _ finish: @escaping @Sendable (Result<Void, TunerError>) -> Void)

    /// Waits until all declared subjects have values; calls the wait's `finish` once.
    func wait(_ wait: ReadyWait)

    /// Closes the connection; calls `finish` afterwards.
    func close(_ finish: @escaping @Sendable () -> Void)
}
