import FlagEngine
import JSONCore
import RPCCore
import StateCore
import SystemCore
import TunerAPI

/// The file of flags that the daemon was started with: read at the start and whenever it changes; what is wrong with it
/// leaves what it held last.
///
/// Its status is looked at each second. A notice of the kernel's would come sooner, but for every folder and link on the
/// way to the file another one would be needed, each lost when the folder is exchanged or made again, and from file systems
/// of other machines none comes. A look takes a microsecond, follows whatever way there is, and is the same everywhere.
final class FlagsFile {
    private let path: String
    private let keeper: StateKeeper
    private let loop: EventLoop
    private let clock: Clocks
    private let log: Log
    private var content: ChangingFile
    /// What was read last, and what was wrong with that.
    private var text: [UInt8]?
    private var faults: FlagFaults?
    /// Why what it holds does not count.
    private var fault: FlagsFileFault?

    /// Told when it fares otherwise.
    var whenTroubleChanged: () -> Void = {}

    init(
        _ files: any FileSystem,
        _ path: String,
        _ keeper: StateKeeper,
        on loop: EventLoop,
        clock: Clocks,
        log: Log
    ) {
        self.path = path
        content = ChangingFile(path, in: files)
        self.keeper = keeper
        self.loop = loop
        self.clock = clock
        self.log = log
    }

    /// How it fares, as clients read it.
    var record: FlagsFileRecord {
        var record = FlagsFileRecord()
        record.path = path
        record.isOK = fault == nil
        record.error = fault?.description
        return record
    }

    /// Reads it, and goes on looking at it.
    func begin() {
        look()
        loop.schedule(after: .seconds(1)) { [unowned self] in begin() }
    }

    /// Reads the file where it may have changed.
    func look() {
        do throws(SystemError) {
            guard let text = try content.readIfChanged(at: clock.wall()) else { return }
            if text != self.text {
                self.text = text
                read(text)
            }
            note(faults.map { .faults($0) })
        } catch {
            note(.unreadable(error))
        }
    }

    private func read(_ text: [UInt8]) {
        do throws(FlagFaults) {
            keeper.load(try FlagSet(text.span))
            faults = nil
            log.event(.info, "read the flags in \(path.shown)", ["path": .string(path)])
        } catch {
            faults = error
        }
    }

    /// Says once what is wrong.
    private func note(_ fault: FlagsFileFault?) {
        let old = self.fault?.description
        self.fault = fault
        guard fault?.description != old else { return }
        whenTroubleChanged()
        guard let fault else { return }
        log.event(.error, "the flags in \(path.shown) stay as they were: \(fault)", ["path": .string(path)])
    }
}
