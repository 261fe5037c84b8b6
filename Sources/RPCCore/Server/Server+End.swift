extension Server {
    /// Ends in order: accepts nobody, reads nothing more, answers what was received and sends it, and closes.
    ///
    /// Nobody is closed before all have their answers, late ones too, so that each is told what the others' requests
    /// still change. What is left when the time is over is closed as it stands. When no connection is left `whenEnded` is
    /// called, as the first thing of a turn. A second call may only bring the end forward.
    package func end(within limit: Duration, _ whenEnded: @escaping () -> Void) {
        if ending == nil {
            do {
                try stopListening()
            } catch {
                preconditionFailure("a listener that is in the poller can be removed: \(error)")
            }
            ending = ServerEnd(of: connections.keys)
        }
        // Strong on purpose: until it has ended, who waits for the end holds the server.
        let timer = loop.schedule(after: limit) { [self] in
            closeAll()
        }
        ending?.add(timer, whenEnded)
        for connection in connections.values {
            connection.finish()
        }
        tellIfEnded()
    }

    /// Notes that a connection has nothing more to answer.
    func hasFinished(_ connection: Connection) {
        guard ending?.allHaveFinished == false else { return }
        ending?.finished(connection.number)
        guard ending?.allHaveFinished == true else { return }
        // What others are told at the end of this turn leaves first.
        loop.nextTurn { [self] in
            for connection in connections.values {
                connection.allowEnd()
            }
        }
    }

    /// Tells those who wait for the end when nobody is left.
    func tellIfEnded() {
        guard ending != nil, connections.isEmpty, let (timers, whenEnded) = ending?.take() else { return }
        for timer in timers {
            loop.cancel(timer)
        }
        for action in whenEnded {
            loop.nextTurn(action)
        }
    }
}
