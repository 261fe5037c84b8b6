import Synchronization
package import SystemCore

/// Work that other threads hand to a loop, done there in the order in which it came.
package final class Mailbox: EventSource, Sendable {
    let wakeup: Wakeup
    private let work = Mutex<[@Sendable () -> Void]>([])

    init() throws(SystemError) {
        wakeup = try Wakeup()
    }

    /// Hands work over, from any thread.
    package func submit(_ action: @escaping @Sendable () -> Void) {
        work.withLock { $0.append(action) }
        wakeup.signal()
    }

    package func ready(_ readiness: Readiness) {
        wakeup.drain()
        let taken = work.withLock { work in
            let taken = work
            work = []
            return taken
        }
        for action in taken {
            action()
        }
    }
}
