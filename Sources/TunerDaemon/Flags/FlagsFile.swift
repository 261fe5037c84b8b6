import FlagEngine
import JSONCore
import SystemCore
import TunerAPI

/// The flags file that the daemon was started with.
///
/// A flag that becomes faulty keeps its last valid definition. If the whole file becomes invalid, all flags do.
final class FlagsFile {
    private let path: String
    private let log: Log
    private var content: ChangingFile
    /// The contents that were last read, and the reason why they are not used in whole.
    private var text: [UInt8]?
    private var faults: FlagsFileFault?
    /// The definitions in use: for each flag, its last valid definition.
    private(set) var flags = FlagSet()
    /// The status of the file for clients.
    private(set) var record = FlagsFileRecord()

    init(_ files: any FileSystem, _ path: String, log: Log) {
        self.path = path
        content = ChangingFile(path, in: files)
        self.log = log
        record.path = path
    }

    /// Reads the file if it may have changed, and passes the flags to `load`; returns whether ``record`` has changed.
    func read(at time: WallTime, _ load: (FlagSet) -> Void) -> Bool {
        do throws(SystemError) {
            guard let text = try content.readIfChanged(at: time) else { return false }
            if text != self.text {
                self.text = text
                read(text, load)
            }
            return note(faults)
        } catch {
            return note(.unreadable(error))
        }
    }

    private func read(_ text: [UInt8], _ load: (FlagSet) -> Void) {
        do throws(FlagFaults) {
            let read = try PartialFlagSet(text.span)
            var valid = read.flags
            for key in read.faultyKeys {
                if let last = flags[key] {
                    valid.insert(last)
                }
            }
            flags = valid
            load(valid)
            faults = read.faultyCount == 0 ? nil : .flags(read.faulty, count: read.faultyCount)
            log.event(.info, "read the flags in \(path.shown)", ["path": .string(path)])
        } catch {
            faults = .document(error)
        }
    }

    /// Logs each new fault once; returns whether the record has changed.
    private func note(_ fault: FlagsFileFault?) -> Bool {
        let old = record
        record.isOK = fault == nil
        record.error = fault?.description
        record.faultyCount = nil
        record.faults = nil
        if case .flags(let faulty, let count) = fault {
            record.faultyCount = Int64(count)
            record.faults = faulty.map { FlagFaultRecord($0) }
            noteFaulty(faulty, after: old.faults ?? [])
        }
        guard record != old else { return false }
        if let fault, !fault.isOfFlags, record.error != old.error {
            log.event(.error, "the flags in \(path.shown) are unchanged: \(fault)", ["path": .string(path)])
        }
        return true
    }

    /// Logs the faulty flags that were not faulty in this way before.
    private func noteFaulty(_ faulty: [FaultyFlag], after old: [FlagFaultRecord]) {
        for flag in faulty where !old.contains(FlagFaultRecord(flag)) {
            let isKept = (try? FlagKey(flag.name)).map { flags[$0] != nil } ?? false
            log.event(
                .error,
                "the flag \(flag.name.shown) in \(path.shown) \(isKept ? "keeps its last valid definition" : "is left out")"
                    + ": \(flag.fault)",
                ["path": .string(path), "flag": .string(flag.name.shortened)]
            )
        }
    }
}
