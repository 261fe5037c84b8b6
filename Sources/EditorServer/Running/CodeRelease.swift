import LoopCore
import SystemCore

/// Unmaps the program's code while the server has nothing to do: an editor with many windows has many idle servers.
///
/// The kernel maps a page again when it is used.
final class CodeRelease {
    /// The time without a turn of the loop after which the code is unmapped.
    private static let idleTime = Duration.seconds(1)

    private let loop: EventLoop
    private var isScheduled = false
    /// Whether there was a turn since the timer was scheduled.
    private var hasWorked = false
    /// Whether this turn is that of the timer, which is no work.
    private var isOwnTurn = false

    init(on loop: EventLoop) { self.loop = loop }

    /// Records a turn of the loop.
    func noteTurn() {
        guard !isOwnTurn else {
            isOwnTurn = false
            return
        }
        hasWorked = true
        if !isScheduled { schedule() }
    }

    private func schedule() {
        (isScheduled, hasWorked) = (true, false)
        loop.schedule(after: CodeRelease.idleTime) { [weak self] in
            guard let self else { return }
            (isScheduled, isOwnTurn) = (false, true)
            if hasWorked { schedule() } else { Kernel.releaseCode() }
        }
    }
}
