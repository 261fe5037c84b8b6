internal import JSONCore
internal import SystemCore

extension StoreError: CustomStringConvertible {
    /// One sentence for a person: the path, what is wrong with it, and what to do next.
    package var description: String {
        switch self {
        case .failed(let error, let path):
            "\(error.call) of \(path.shownWhole) failed: \(error.errno) (\(error.errno.name))"
        case .notRegular(let path, let kind):
            "\(path.shownWhole) is \(kind.words), not a file of the state; move it away, or name another directory "
                + "with --state"
        case .moved(let path):
            "\(path.shownWhole) was moved, replaced or removed while tunerd was running; move the state directory back, or "
                + "save the values with tunerctl export, restart tunerd, and import them"
        case .damaged(let damage):
            "\(damage.path.shownWhole) \(damage.fault.words); to keep the intact parts, start tunerd with --recover; "
                + "the damaged files are renamed"
        case .newerFormat(let path, let version):
            "\(path.shownWhole) has the format version \(version), but this tunerd reads only \(StoreFormat.version) "
                + "and older; start a newer tunerd"
        case .unusableRecord(let fault, let location):
            "the record in line \(location.line) of \(location.path.shownWhole) \(fault.reason)"
        }
    }
}

extension StoreDamage.Fault {
    fileprivate var words: String {
        switch self {
        case .missing: "is missing, but newer files continue it"
        case .header: "is damaged in line 1"
        case .batches(let line, let offset): "is damaged from line \(line) on (byte \(offset))"
        case .flushedBatch(let line, let offset):
            "is damaged from line \(line) on (byte \(offset)), before intact batches"
        case .unfinished(let line, let offset): "is incomplete from line \(line) on (byte \(offset))"
        case .ends(let batch): "ends with batch \(batch), but newer files continue a later batch"
        }
    }
}
