import JSONCore

/// An answer that comes later, as it waits in its place; a `PendingAnswer` is the end of it that a service holds.
final class PromisedAnswer {
    /// The whole answer once the promise was kept.
    private(set) var message: [UInt8]?

    /// The request's id as it was sent; none for a notification, which nobody waits for.
    private var id: [UInt8]?
    private var outcome: Result<[UInt8], RPCError>?
    private var tell: ((PromisedAnswer) -> Void)?
    /// Where it is noted if the call fails.
    private var errors: (method: Int, ledger: MethodLedger)?

    /// Whether the promise was kept.
    var isSettled: Bool { outcome != nil }

    /// About the memory it takes: the id, of any length, and the answer once it is there.
    var weight: Int { (id?.count ?? 0) + (message?.count ?? 0) }

    /// Forgets who asked: nobody waits any more, however long the service takes.
    func abandon() {
        id = nil
        message = nil
        tell = nil
    }

    /// Ties the promise to the request it answers.
    func attach(id: [UInt8]) {
        self.id = id
        write()
    }

    /// Notes it if the call fails, or has failed already; also one that nobody waits for.
    func countError(of method: Int, in ledger: MethodLedger) {
        errors = (method, ledger)
        countError()
    }

    /// Tells when the answer is there, unless it is there already.
    func whenReady(_ body: @escaping (PromisedAnswer) -> Void) {
        if message == nil {
            tell = body
        }
    }

    /// Takes the result, already written, or the error.
    func settle(_ outcome: Result<[UInt8], RPCError>) {
        precondition(self.outcome == nil, "a request is answered once")
        self.outcome = outcome
        countError()
        write()
    }

    private func countError() {
        if let errors, case .failure = outcome {
            errors.ledger.statistics[errors.method].errors += 1
        }
    }

    private func write() {
        guard let id, let outcome else { return }
        var writer = JSONWriter()
        switch outcome {
        case .success(let result):
            writer.beginAnswer(id: id.indices, in: id.span)
            writer.raw(result.span, in: result.indices)
            writer.endObject()
        case .failure(let error):
            writer.failure(error, id: id.indices, in: id.span)
        }
        message = [UInt8](writer.bytes)
        let tell = tell
        self.tell = nil
        tell?(self)
    }
}
