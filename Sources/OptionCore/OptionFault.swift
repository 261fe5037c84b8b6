import JSONCore

/// What is wrong with the options of a command line.
package enum OptionFault: Error, Equatable, Sendable {
    case unknown(String, nearest: String?)
    /// A word for which there is no place.
    case unexpected(String)
    case noValue(option: String, placeholder: String)
    case takesNoValue(option: String)
    case value(String, option: String, expectation: String)
    /// A word that must be text, and is not UTF-8.
    case notText(String)
    /// An option that says more of another one, which is not there.
    case needs(option: String, other: String)
}

extension OptionFault {
    /// Refuses a name that is none of these options'.
    package static func unknown(_ name: String, among options: [OptionShape]) -> OptionFault {
        .unknown(name, nearest: NearestName.nearest(to: name, among: options.map(\.name)))
    }
}

extension OptionFault: CustomStringConvertible {
    /// One sentence for a person.
    package var description: String {
        switch self {
        case .unknown(let name, let nearest): "there is no option \(name.shown)\(NearestName.question(nearest))"
        case .unexpected(let word): "\(word.shown) is no option, and nothing else is taken here"
        case .noValue(let option, let placeholder): "\(option) needs a value: \(option) \(placeholder)"
        case .takesNoValue(let option): "\(option) takes no value"
        case .value(let value, let option, let expectation): "\(option) must be \(expectation), got \(value.shown)"
        case .notText(let word): "\(word.shown) is not UTF-8; only the names of files may hold other bytes"
        case .needs(let option, let other): "\(option) means nothing without \(other)"
        }
    }
}
