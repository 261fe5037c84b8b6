import LoopCore
import RPCCore
import SystemCore

/// Loads the flags file into the state at the start and whenever the file has changed.
///
/// The watch checks the file's status each second, which takes a microsecond. Change notifications from the kernel have
/// disadvantages:
/// - Each directory and link on the path needs its own notification.
/// - A notification is lost when its directory is replaced.
/// - Network file systems send none.
final class FlagsFileWatch {
    private let file: FlagsFile
    private let writer: StateWriter
    private let publisher: ServerPublisher
    private let loop: EventLoop
    private let clock: Clocks

    /// Reads the file, and checks it each second from now on.
    init(
        _ file: FlagsFile,
        _ writer: StateWriter,
        _ publisher: ServerPublisher,
        on loop: EventLoop,
        clock: Clocks
    ) {
        self.file = file
        self.writer = writer
        self.publisher = publisher
        self.loop = loop
        self.clock = clock
        recheckEachSecond()
    }

    private func recheckEachSecond() {
        recheck()
        loop.schedule(after: .seconds(1)) { [unowned self] in recheckEachSecond() }
    }

    /// Reads the file if it may have changed.
    func recheck() {
        if file.read(at: clock.wall(), writer.load) {
            publisher.recheck()
        }
    }

    /// Loads the last flags again, after a pending state that had them was dropped: no journal stores them.
    func reload() { writer.load(file.flags) }
}
