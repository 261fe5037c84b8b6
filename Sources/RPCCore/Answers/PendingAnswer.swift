package import JSONCore

/// A promise to answer one request later; whoever holds it keeps it exactly once, on the loop's thread.
///
/// It is the service's end of a `PromisedAnswer`. One that nobody holds any more and that was not kept is answered with
/// an error, so that what stands behind it does not wait for ever.
package final class PendingAnswer {
    /// What waits in the answer's place; it never holds this, or the promise could not be dropped.
    let promised = PromisedAnswer()

    init() {}

    deinit {
        if !promised.isSettled {
            promised.settle(.failure(RPCError(.internalError, "the server let go of the request without an answer")))
        }
    }

    /// Keeps the promise with a result.
    package func succeed(with result: some JSONWritable) {
        var writer = JSONWriter()
        do {
            try result.write(to: &writer)
            promised.settle(.success([UInt8](writer.bytes)))
        } catch {
            promised.settle(.failure(RPCError(error)))
        }
    }

    /// Keeps the promise with an error.
    package func fail(_ error: RPCError) {
        promised.settle(.failure(error))
    }
}
