import RPCCore
import SystemCore

/// Brings the file of flags into the state: at the start, and whenever it has changed.
///
/// Its status is looked at each second. A notice of the kernel's would come sooner, but for every folder and link on the
/// way to the file another one would be needed, each lost when the folder is exchanged or made again, and from file systems
/// of other machines none comes. A look takes a microsecond, follows whatever way there is, and is the same everywhere.
final class FlagsFileWatch {
    private let file: FlagsFile
    private let writer: StateWriter
    private let publisher: ServerPublisher
    private let loop: EventLoop
    private let clock: Clocks

    /// Reads the file, and goes on looking at it.
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

    /// Reads the file where it may have changed.
    func recheck() {
        if file.read(at: clock.wall(), writer.load) {
            publisher.recheck()
        }
    }
}
