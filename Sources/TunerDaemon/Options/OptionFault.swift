import JSONCore

/// What is wrong with a command line.
package enum OptionFault: Error, Equatable, Sendable {
    case unknown(String)
    case unexpected(String)
    case missing(String, String)
    case noValue(String)
    case value(String, String, String)
    case needs(String, String)
}

extension OptionFault: CustomStringConvertible {
    /// One sentence for a person.
    package var description: String {
        switch self {
        case .unknown(let name):
            let nearest = NearestName.nearest(to: name, among: DaemonOption.all.map(\.name))
            return "there is no option \(name.shown)" + (nearest.map { "; did you mean \($0)?" } ?? "")
        case .unexpected(let argument): return "\(argument.shown) is no option; tunerd takes nothing else"
        case .missing(let name, let placeholder): return "\(name) needs a value: \(name) \(placeholder)"
        case .noValue(let name): return "\(name) takes no value"
        case .value(let name, let value, let expectation): return "\(name) must be \(expectation), got \(value.shown)"
        case .needs(let name, let other): return "\(name) means nothing without \(other)"
        }
    }
}
