import FlagEngine
import SystemCore

/// Why what the file of flags holds does not count.
enum FlagsFileFault: Error {
    case unreadable(SystemError)
    case faults(FlagFaults)
}

extension FlagsFileFault: CustomStringConvertible {
    /// As a sentence goes on after "the flags in … stay as they were: ".
    var description: String {
        switch self {
        case .unreadable(let error): "it cannot be read: \(error)"
        case .faults(let faults) where faults.faults.count == 1: "\(faults.faults[0])"
        case .faults(let faults): "\(faults.faults[0]); and \(faults.faults.count - 1) more"
        }
    }
}
