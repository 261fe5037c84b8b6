import LoopCore
import SystemCore

/// Decides when the subscribers of the daemon are notified of jobs: at once, but at most four times a second.
///
/// A job whose measurements take milliseconds reports often.
final class JobNotifications {
    private static let interval = Duration.milliseconds(250)

    private let publisher: ServerPublisher
    private let loop: EventLoop
    private var last: MonotonicTime?
    private var isWaiting = false

    init(_ publisher: ServerPublisher, on loop: EventLoop) { (self.publisher, self.loop) = (publisher, loop) }

    /// Notes that a job has changed.
    func noteChange() {
        // Without subscribers, nobody receives a notification, and a new subscriber begins with the present jobs.
        guard !isWaiting, publisher.hasSubscribers else { return }
        guard let last, loop.now - last < JobNotifications.interval else { return notify() }
        isWaiting = true
        _ = loop.schedule(at: last + JobNotifications.interval) { [unowned self] in notify() }
    }

    private func notify() {
        (isWaiting, last) = (false, loop.now)
        publisher.recheck()
    }
}
