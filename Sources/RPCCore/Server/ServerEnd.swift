import SystemCore

/// What a server that ends has still to wait for: a value.
struct ServerEnd {
    /// Connections with requests that were received and not answered.
    private var unfinished: Set<UInt64>
    /// What brings the end forward when its time is over.
    private var timers: [TimerHeap.ID] = []
    private var whenEnded: [() -> Void] = []

    init(of connections: some Sequence<UInt64>) {
        unfinished = Set(connections)
    }

    var allHaveFinished: Bool { unfinished.isEmpty }

    /// Notes that a connection has nothing more to answer.
    mutating func finished(_ connection: UInt64) {
        unfinished.remove(connection)
    }

    /// Notes who wants to know, and what sees that it does not take for ever.
    mutating func add(_ timer: TimerHeap.ID, _ whenEnded: @escaping () -> Void) {
        timers.append(timer)
        self.whenEnded.append(whenEnded)
    }

    /// Takes out what is to be cancelled and who is to be told, when nobody is left.
    mutating func take() -> (timers: [TimerHeap.ID], whenEnded: [() -> Void]) {
        defer { (timers, whenEnded) = ([], []) }
        return (timers, whenEnded)
    }
}
