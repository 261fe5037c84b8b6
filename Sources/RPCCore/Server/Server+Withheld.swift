extension Server {
    /// Lets go of the answers that wait for this number or a lower one, of all peers.
    ///
    /// They leave at the end of the turn: behind what the peer was told before this call, and before what it is told
    /// behind it. A number that was released once lets nothing wait any more.
    package func release(through number: UInt64) {
        waiting.release(through: number)
    }

    /// Answers every request whose answer waits with an error instead, whatever it would have been, of all peers.
    ///
    /// What a peer was told about a text that is no request, for which there is no id, stays. The requests to come are
    /// answered at once, until somebody withholds again.
    package func failWithheld(with error: RPCError) {
        for connection in waiting.takeAll() {
            connection.failWithheld(with: error)
        }
    }
}
