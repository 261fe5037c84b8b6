import Synchronization
package import SystemCore

/// A queue of work that other threads submit to an event loop, which runs the work in order.
package final class Mailbox: EventSource, Sendable {
    let wakeup: Wakeup
    private let work = Mutex<[@Sendable () -> Void]>([])

    init() throws(SystemError) {
        wakeup = try Wakeup()
    }

    /// Submits an action, which the event loop's thread will run; callable from any thread.
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
