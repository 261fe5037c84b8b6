import FlagEngine
import JSONCore
import StateCore
import SystemCore
import TunerAPI

/// The flags file that the daemon was started with: what was read last, and the status for clients.
///
/// A flag that becomes faulty keeps its last valid definition. If the whole file becomes invalid, all flags do.
final class FlagsFile {
    private let files: any FileSystem
    private let path: String
    private let log: Log
    private var changes = FileChanges()
    /// The contents that were last read, and the reason why they are not used in whole.
    private var text: TextIdentity?
    private var faults: FlagsFileFault?
    /// The definitions in use: for each flag, its last valid definition.
    private(set) var flags = FlagSet()
    /// The status of the file for clients.
    private(set) var record = FlagsFileRecord()

    init(_ files: any FileSystem, _ path: String, log: Log) {
        self.files = files
        self.path = path
        self.log = log
        record.path = path
    }

    /// Returns the load that the file needs for a state; nil if the file has not changed.
    func neededLoad(at time: WallTime, for state: State) throws(SystemError) -> FlagsFileLoad? {
        guard try changes.mayHaveChanged(path, in: files, at: time) else { return nil }
        return .read(files, path: path, text: text, flags: flags, state.withFlagsOnly)
    }

    /// Notes that the file cannot be read; returns whether ``record`` has changed.
    func noteUnreadable(_ error: SystemError) -> Bool {
        changes.noteFailure()
        return note(.unreadable(error))
    }

    /// Notes that the contents are the same as before; returns whether ``record`` has changed.
    func noteUnchanged() -> Bool { note(faults) }

    /// Notes a fault of the whole document; returns whether ``record`` has changed.
    func noteFaulty(_ text: TextIdentity, _ fault: FlagFaults) -> Bool {
        self.text = text
        faults = .document(fault)
        return note(faults)
    }

    /// Notes the definitions that were read; returns whether ``record`` has changed.
    func note(_ text: TextIdentity, _ definitions: FlagSet, _ faults: FlagsFileFault?) -> Bool {
        self.text = text
        self.faults = faults
        flags = definitions
        log.event(.info, "read the flags in \(path.shown)", ["path": .string(path)])
        return note(faults)
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
