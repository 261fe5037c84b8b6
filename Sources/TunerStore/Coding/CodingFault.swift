import FlagEngine
import JSONCore
import TunableEngine

/// The reason why a line is refused although its checksum is right.
enum CodingFault: Error {
    /// The named member is there, but a member that it needs is missing.
    case incomplete(String)
    case key(String, KeyFault)
    case flagKey(String, FlagKeyFault)
    case definition(String, FlagFault)
    case pattern(String, KeyFault)
    case spec(SpecFaults)
    case origin(String)
    case field(JSONFieldFault)
    case unknownLine
    /// A line of a snapshot's content comes before the snapshot's head line.
    case noHead
    /// A ``NextCommitLine`` comes before any ``CommitLine``.
    case noCommitBefore
    /// The keys of a snapshot are not in ascending order.
    case disorder(String)
    case revision(Int64, after: Int64)
}

extension CodingFault: CustomStringConvertible {
    /// The end of a sentence that begins with "the record in line 7 …".
    var description: String {
        switch self {
        case .incomplete(let member): "lacks what goes with \(member)"
        case .key(let text, let fault): "names no key: \(fault.sentence(about: text))"
        case .flagKey(let text, let fault): "names no flag: \(fault.sentence(about: text))"
        case .definition(let key, let fault): "holds no definition of \(key.shown): \(fault)"
        case .pattern(let text, let fault): "names no pattern: \(fault.sentence(about: text))"
        case .spec(let faults): "holds no spec: \(faults.faults[0])"
        case .origin(let name): "names no origin: \(name.shown)"
        case .field(let fault): "has a wrong member: \(fault)"
        case .unknownLine: "is of no known kind"
        case .noHead: "stands before the snapshot's first line"
        case .noCommitBefore: "says only what is stored, and stands behind no commit"
        case .disorder(let key): "does not stand in the order of keys: \(key.shown)"
        case .revision(let revision, let last): "has the revision \(revision), which is not behind \(last)"
        }
    }
}
