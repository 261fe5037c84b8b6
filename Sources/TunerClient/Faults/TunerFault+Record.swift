import JSONCore
import TunerAPI

extension TunerFault {
    /// The fault for users of the daemon; nil for a fault that they cannot do anything about.
    var record: ProgramFaultRecord? {
        switch self {
        case .declarationRefused(let key, let refusal):
            record(key.isEmpty ? nil : key, "the declaration was refused: \(refusal.message)")
        case .undeclarable(let key, let reason): record(key, "the program cannot declare it: \(reason)")
        case .undecodable(let key, let value, let reason):
            record(key, "the value \(value.description.shown) does not fit the program's type: \(reason)")
        case .outOfLimits(let key, let value, let limit):
            record(key, "the value \(value) is outside of the program's limits, and the program uses \(limit)")
        case .notFollowed(let refusal): record(nil, "the program does not receive changes: \(refusal.message)")
        case .declaredTwice, .flagFailed, .invalidContext, .storedValueUnused, .unreachable, .valuesFile: nil
        }
    }

    private func record(_ key: String?, _ message: String) -> ProgramFaultRecord {
        var record = ProgramFaultRecord()
        record.key = key?.shortened
        record.message = message.shortened
        return record
    }
}
