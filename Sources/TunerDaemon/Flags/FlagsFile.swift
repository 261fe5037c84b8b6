import FlagEngine
import JSONCore
import SystemCore
import TunerAPI

/// The file of flags that the daemon was started with; what is wrong with it leaves what it held last.
final class FlagsFile {
    private let path: String
    private let log: Log
    private var content: ChangingFile
    /// What was read last, and what was wrong with that.
    private var text: [UInt8]?
    private var faults: FlagFaults?
    /// Why what it holds does not count.
    private var fault: FlagsFileFault?

    init(_ files: any FileSystem, _ path: String, log: Log) {
        self.path = path
        content = ChangingFile(path, in: files)
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

    /// Reads the file where it may have changed, and hands on the flags; returns whether ``record`` is another one.
    func read(at time: WallTime, _ load: (FlagSet) -> Void) -> Bool {
        do throws(SystemError) {
            guard let text = try content.readIfChanged(at: time) else { return false }
            if text != self.text {
                self.text = text
                read(text, load)
            }
            return note(faults.map { .faults($0) })
        } catch {
            return note(.unreadable(error))
        }
    }

    private func read(_ text: [UInt8], _ load: (FlagSet) -> Void) {
        do throws(FlagFaults) {
            load(try FlagSet(text.span))
            faults = nil
            log.event(.info, "read the flags in \(path.shown)", ["path": .string(path)])
        } catch {
            faults = error
        }
    }

    /// Logs once what is wrong; returns whether it is something else than before.
    private func note(_ fault: FlagsFileFault?) -> Bool {
        let old = self.fault?.description
        self.fault = fault
        guard fault?.description != old else { return false }
        if let fault {
            log.event(.error, "the flags in \(path.shown) stay as they were: \(fault)", ["path": .string(path)])
        }
        return true
    }
}
