import LoopCore
import SystemCore

/// The connections that a server waits for while it ends, and the functions to call after that.
struct ServerEnd {
    /// The connections with received requests that have no response yet.
    private var unfinished: Set<UInt64>
    /// The timers that close all connections when the time limit has passed.
    private var timers: [TimerHeap.ID] = []
    private var whenEnded: [() -> Void] = []

    init(of connections: some Sequence<UInt64>) {
        unfinished = Set(connections)
    }

    var allHaveFinished: Bool { unfinished.isEmpty }

    mutating func finished(_ connection: UInt64) {
        unfinished.remove(connection)
    }

    mutating func add(_ timer: TimerHeap.ID, _ whenEnded: @escaping () -> Void) {
        timers.append(timer)
        self.whenEnded.append(whenEnded)
    }

    /// Removes and returns the timers to cancel and the functions to call.
    mutating func take() -> (timers: [TimerHeap.ID], whenEnded: [() -> Void]) {
        defer { (timers, whenEnded) = ([], []) }
        return (timers, whenEnded)
    }
}
