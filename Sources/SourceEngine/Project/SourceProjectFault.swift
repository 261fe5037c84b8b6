package import JSONCore

/// What is wrong in a file `.tuner/lsp.json`.
package enum SourceProjectFault: Error {
    case notJSON(JSONFault)
    case noObject
    case unknownMember(String)
    case noList(String)
    /// The element of a list, by its number from 0.
    case element(String, Int)
}

extension SourceProjectFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let fault): "is not JSON: \(fault.reason)"
        case .noObject: "must be an object"
        case .unknownMember(let name):
            "has the unknown member \(name.shown)\(NearestName.question(NearestName.nearest(to: name, among: ["shapes", "constants"])))"
        case .noList(let name): "\(name): must be an array"
        case .element("shapes", let index):
            #"shapes[\#(index)]: must be such as {"tunable": "live(KEY, VALUE", "language": "python"}"#
        case .element(let name, let index): "\(name)[\(index)]: must be a pattern for paths, such as \"config/*.json\""
        }
    }
}
