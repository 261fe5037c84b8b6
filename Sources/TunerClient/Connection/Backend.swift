/// What a tuner talks to: the daemon, or a preview in its place.
protocol Backend: AnyObject, Sendable {
    /// The program has declared something more.
    func declared(_ subject: CellSubject)

    /// Has something done; answers when it is, or why it is not.
    func send(_ request: WriteRequest, _ finish: @escaping @Sendable (Result<Void, TunerError>) -> Void)

    /// Ends; says when it has.
    func close(_ finish: @escaping @Sendable () -> Void)
}
