import FlagEngine
import SystemCore

/// A reason why the contents of the flags file are not used, or not in whole.
enum FlagsFileFault: Error {
    case unreadable(SystemError)
    /// Faults that concern the whole document, so that no flag of it is used.
    case document(FlagFaults)
    /// The first faulty flags, and their number; the other flags are used.
    case flags([FaultyFlag], count: Int)

    /// Whether only some flags are not used.
    var isOfFlags: Bool {
        if case .flags = self { true } else { false }
    }
}

extension FlagsFileFault: CustomStringConvertible {
    /// One sentence for a person, which also ends the sentence "the flags in … are unchanged: …".
    var description: String {
        switch self {
        case .unreadable(let error): "the file cannot be read: \(error)"
        case .document(let faults): FlagsFileFault.first(of: faults.faults, count: faults.faults.count + faults.more)
        case .flags(let faulty, let count): FlagsFileFault.first(of: faulty.map(\.fault), count: count)
        }
    }

    private static func first(of faults: [FlagFault], count: Int) -> String {
        let first = faults.first?.description ?? ""
        return count > 1 ? "\(first); and \(count - 1) more" : first
    }
}
