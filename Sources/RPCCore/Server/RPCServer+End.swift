import LoopCore

extension RPCServer {
    /// Ends the server in order: accepts and reads nothing more, responds to every received request, and closes.
    ///
    /// No connection closes before every request of all connections has its response, also a withheld one. So each
    /// subscriber receives every change that these requests cause. After `limit`, the server closes all connections at
    /// once. When no connection is left, the server calls `whenEnded` in the next turn of the event loop. A second call
    /// can only shorten the time limit.
    package func end(within limit: Duration, _ whenEnded: @escaping () -> Void) {
        if ending == nil {
            do {
                try stopListening()
            } catch {
                preconditionFailure("a listener that is in the poller can be removed: \(error)")
            }
            ending = ServerEnd(of: connections.keys)
        }
        // The timer retains the server on purpose, until the server has ended.
        let timer = loop.schedule(after: limit) { [self] in
            closeAll()
        }
        ending?.add(timer, whenEnded)
        for connection in connections.values {
            connection.finish()
        }
        reportEndIfDone()
    }

    /// Records that every received request of a connection has its response.
    func hasFinished(_ connection: Connection) {
        guard ending?.allHaveFinished == false else { return }
        ending?.finished(connection.number)
        guard ending?.allHaveFinished == true else { return }
        // Notifications that are added at the end of this turn must be sent first.
        loop.nextTurn { [self] in
            for connection in connections.values {
                connection.allowEnd()
            }
        }
    }

    /// Calls the functions that wait for the end, if no connection is left.
    func reportEndIfDone() {
        guard ending != nil, connections.isEmpty, let (timers, whenEnded) = ending?.take() else { return }
        for timer in timers {
            loop.cancel(timer)
        }
        for action in whenEnded {
            loop.nextTurn(action)
        }
    }
}
