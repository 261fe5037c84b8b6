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
    /// The end of a try has an unknown outcome.
    case outcome(String)
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
        case .incomplete(let member): "has \(member), but lacks a member that \(member) requires"
        case .key(let text, let fault): "has an invalid key: \(fault.sentence(about: text))"
        case .flagKey(let text, let fault): "has an invalid flag key: \(fault.sentence(about: text))"
        case .definition(let key, let fault): "has an invalid definition of \(key.shown): \(fault)"
        case .pattern(let text, let fault): "has an invalid pattern: \(fault.sentence(about: text))"
        case .spec(let faults): "has an invalid spec: \(faults.faults[0])"
        case .origin(let name): "has an unknown origin: \(name.shown)"
        case .outcome(let name): "has an unknown outcome of a try: \(name.shown)"
        case .field(let fault): "has an invalid member: \(fault)"
        case .unknownLine: "has an unknown kind"
        case .noHead: "comes before the first line of the snapshot"
        case .noCommitBefore: "has edits without a commit line before it"
        case .disorder(let key): "is not in the order of the keys: \(key.shown)"
        case .revision(let revision, let last): "has the revision \(revision), which is not greater than \(last)"
        }
    }
}
