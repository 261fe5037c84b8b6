internal import JSONCore
internal import SystemCore

extension StoreError: CustomStringConvertible {
    /// One sentence for a person: the path, what is wrong with it, and what to do next.
    package var description: String {
        switch self {
        case .failed(let error, let path):
            "\(error.call) of \(path.shownWhole) failed: \(error.errno) (\(error.errno.name))"
        case .notRegular(let path, let kind):
            "\(path.shownWhole) is \(kind.words) and not a file of the state; move it away, or name another directory "
                + "with --state"
        case .moved(let path):
            "\(path.shownWhole) was moved, replaced or removed while tunerd was running; move the state's directory back, or "
                + "keep the values with tunerctl export, restart tunerd, and import them"
        case .damaged(let damage):
            "\(damage.path.shownWhole) \(damage.fault.words); start with --recover to go on with all that is whole: "
                + "what is damaged is put aside under a name of its own"
        case .newerFormat(let path, let version):
            "\(path.shownWhole) has version \(version) of its format, and this program knows \(StoreFormat.version) "
                + "and older; start a newer one"
        case .refused(let refusal, let location):
            "the record in line \(location.line) of \(location.path.shownWhole) \(refusal.reason)"
        }
    }
}

extension StoreDamage.Fault {
    fileprivate var words: String {
        switch self {
        case .missing: "is missing, and newer files go on from it"
        case .header: "is damaged in line 1"
        case .batches(let line, let offset): "is damaged from line \(line) on (byte \(offset))"
        case .flushedBatch(let line, let offset):
            "is damaged from line \(line) on (byte \(offset)), with whole batches behind"
        case .unfinished(let line, let offset): "has lost its end, from line \(line) on (byte \(offset))"
        case .ends(let batch): "ends with batch \(batch), and newer files count on more"
        }
    }
}
