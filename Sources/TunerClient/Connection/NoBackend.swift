/// The other end of a tuner that must not connect: each request fails.
final class NoBackend: Backend {
    private let error: TunerError

    init(_ error: TunerError) { self.error = error }

    func declared(_ subject: CellSubject) {}

    func moved() {}

    func refused() {}

    func send(_ request: WriteRequest, _ finish: @escaping @Sendable (Result<Void, TunerError>) -> Void) {
        finish(.failure(error))
    }

    func wait(_ wait: ReadyWait) { wait.finish(.failure(error)) }

    func close(_ finish: @escaping @Sendable () -> Void) { finish() }
}
