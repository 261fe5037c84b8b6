import LoopCore
import SystemCore

/// Writes of files, at most one each second for each file: the disk must not delay changes that come often.
///
/// A write that comes sooner replaces one that waits.
final class PacedWrites {
    private static let pause = Duration.seconds(1)

    private struct Pace {
        var last: MonotonicTime
        var waiting: (() -> Void)?
    }

    private let loop: EventLoop
    private let clock: Clocks
    private var paces: [String: Pace] = [:]

    init(on loop: EventLoop, clock: Clocks) { (self.loop, self.clock) = (loop, clock) }

    /// Writes a file in the next turn of the loop, which has sent what waits for it, or a second after the last write.
    func schedule(_ file: String, _ write: @escaping () -> Void) {
        guard paces[file]?.waiting == nil else {
            paces[file]?.waiting = write
            return
        }
        let last = paces[file]?.last
        paces[file] = Pace(last: last ?? clock.monotonic(), waiting: write)
        let run = { [weak self] in
            guard let self else { return }
            self.write(file)
        }
        if let last, last + PacedWrites.pause > clock.monotonic() {
            _ = loop.schedule(at: last + PacedWrites.pause, run)
        } else {
            loop.nextTurn(run)
        }
    }

    /// Drops the write of a file that waits, if there is one.
    func cancel(_ file: String) { paces[file]?.waiting = nil }

    /// Writes now what waits for a file, if anything does.
    func finish(_ file: String) { write(file) }

    /// Writes now what waits.
    func finish() { for file in paces.keys.sorted() { write(file) } }

    private func write(_ file: String) {
        guard let write = paces[file]?.waiting else { return }
        write()
        paces[file] = Pace(last: clock.monotonic())
    }
}
