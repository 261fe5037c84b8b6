import FlagEngine
import SystemCore

/// A reason why the contents of the flags file are not used.
enum FlagsFileFault: Error {
    case unreadable(SystemError)
    case faults(FlagFaults)
}

extension FlagsFileFault: CustomStringConvertible {
    /// The end of the sentence that begins with "the flags in … stay as they were: ".
    var description: String {
        switch self {
        case .unreadable(let error): "it cannot be read: \(error)"
        case .faults(let faults) where faults.faults.count == 1: "\(faults.faults[0])"
        case .faults(let faults): "\(faults.faults[0]); and \(faults.faults.count - 1) more"
        }
    }
}
