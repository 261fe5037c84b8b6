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
    private let files: any FileSystem
    private let keeper: StateKeeper
    private let loop: EventLoop
    private let clock: Clocks
    private let log: Log
    /// What was read last, and what was wrong with that.
    private var text: [UInt8]?
    private var faults: FlagFaults?
    /// Of the file as it was read last.
    private var status: FileStatus?
    /// Whether the file may have changed since without a later time: a file's time is that of a clock that ticks.
    private var isFresh = false
    /// Why what it holds does not count.
    private var fault: FlagsFileFault?

    /// Told when it fares otherwise.
    var whenTroubleChanged: () -> Void = {}

    /// So long a file counts as just changed.
    private static let freshness: Int64 = 2_000_000_000

    init(
        _ files: any FileSystem,
        _ path: String,
        _ keeper: StateKeeper,
        on loop: EventLoop,
        clock: Clocks,
        log: Log
    ) {
        self.files = files
        self.path = path
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
        do throws(FlagsFileFault) {
            guard let text = try changedText() else { return }
            if text != self.text {
                self.text = text
                read(text)
            }
            note(faults.map { .faults($0) })
        } catch {
            status = nil
            note(error)
        }
    }

    /// What it holds, where it may have changed since it was read.
    private func changedText() throws(FlagsFileFault) -> [UInt8]? {
        do throws(SystemError) {
            let now = try files.status(of: path, followingLinks: true)
            guard now != status || isFresh else { return nil }
            if now.kind == .regular {
                let text = try files.open(path, .read).readWhole()
                status = now
                isFresh = clock.wall().milliseconds * 1_000_000 - now.changed < FlagsFile.freshness
                return text
            }
        } catch {
            throw .unreadable(error)
        }
        throw .noFile
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
