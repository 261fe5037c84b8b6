import FlagEngine
import JSONCore
import SystemCore
import TunerAPI

/// The flags file that the daemon was started with.
///
/// If the file becomes invalid, the flags that were last read stay in use.
final class FlagsFile {
    private let path: String
    private let log: Log
    private var content: ChangingFile
    /// The contents that were last read, and their faults.
    private var text: [UInt8]?
    private var faults: FlagFaults?
    /// The reason why the current contents are not used.
    private var fault: FlagsFileFault?

    init(_ files: any FileSystem, _ path: String, log: Log) {
        self.path = path
        content = ChangingFile(path, in: files)
        self.log = log
    }

    /// The record of the file for clients.
    var record: FlagsFileRecord {
        var record = FlagsFileRecord()
        record.path = path
        record.isOK = fault == nil
        record.error = fault?.description
        return record
    }

    /// Reads the file if it may have changed, and passes the flags to `load`; returns whether ``record`` has changed.
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

    /// Logs a new fault once; returns whether the fault differs from the previous one.
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
