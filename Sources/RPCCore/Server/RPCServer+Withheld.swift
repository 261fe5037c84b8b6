extension RPCServer {
    /// Releases the responses of all peers that wait for `number` or a lower number.
    ///
    /// The responses are sent at the end of the turn: after the notifications that were sent before this call, and
    /// before those sent after it. From now on, withholding until `number` has no effect.
    package func release(through number: UInt64) {
        waiting.release(through: number)
    }

    /// Replaces the withheld responses of all peers with errors.
    ///
    /// An error about a text that is not a request stays as it is, because it has no id. Responses to later requests
    /// are sent at once, until a handler withholds again.
    package func failWithheld(with error: RPCError) {
        for connection in waiting.takeAll() {
            connection.failWithheld(with: error)
        }
    }
}
