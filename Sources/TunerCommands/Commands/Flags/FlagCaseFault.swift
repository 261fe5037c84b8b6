import FlagEngine
import JSONCore

/// A fault in a file of test cases.
enum FlagCaseFault: Error, Equatable {
    case unknown(String, nearest: String?)
    case noContext(JSONKind)
    case noCases
    case noObject(JSONKind)
    case member(JSONFieldFault)
    case key(String, FlagKeyFault)
    /// A case without an expectation, which would always pass.
    case noExpectation
}

extension FlagCaseFault: CustomStringConvertible {
    /// A sentence for people.
    var description: String {
        switch self {
        case .unknown(let name, let nearest):
            "\(name.shown) is not a member of a file of cases\(NearestName.question(nearest))"
        case .noContext(let kind): "context must be an object, got \(kind.words)"
        case .noCases: "cases must be an array with at least one case"
        case .noObject(let kind), .member(.noFields(let kind)): "a case must be an object, got \(kind.words)"
        case .member(.unknown(let name, let nearest, _)):
            "\(name.shown) is not a member of a case\(NearestName.question(nearest))"
        case .member(.missing(let name)): "\(name) is missing"
        case .member(.mismatch(let name, let expected, let found)): "\(name) must be \(expected), got \(found)"
        case .member(.tooMany(let most)): "a case may have at most \(most) members"
        case .key(let word, let fault): fault.sentence(about: word)
        case .noExpectation: "the case has no expectation; add a variant, a value or a reason"
        }
    }
}
