import JSONCore

/// An error in the options of a command line.
package enum OptionFault: Error, Equatable, Sendable {
    case unknown(String, nearest: String?)
    /// A word that is not an option, where no arguments are allowed.
    case unexpected(String)
    case noValue(option: String, placeholder: String)
    case takesNoValue(option: String)
    case value(String, option: String, expectation: String)
    /// A value that must be UTF-8 and is not.
    case notText(String)
    /// An option that has an effect only with another option, which is missing.
    case needs(option: String, other: String)
}

extension OptionFault {
    /// Returns the error for an unknown option, with the nearest of the known names.
    package static func unknown(_ name: String, among options: [OptionShape]) -> OptionFault {
        .unknown(name, nearest: NearestName.nearest(to: name, among: options.map(\.name)))
    }
}

extension OptionFault: CustomStringConvertible {
    /// A message without a final period.
    package var description: String {
        switch self {
        case .unknown(let name, let nearest): "there is no option \(name.shown)\(NearestName.question(nearest))"
        case .unexpected(let word): "\(word.shown) is an unexpected argument"
        case .noValue(let option, let placeholder): "\(option) needs a value: \(option) \(placeholder)"
        case .takesNoValue(let option): "\(option) takes no value"
        case .value(let value, let option, let expectation): "\(option) must be \(expectation), got \(value.shown)"
        case .notText(let word): "\(word.shown) is not UTF-8; only file names can have other bytes"
        case .needs(let option, let other): "\(option) needs \(other)"
        }
    }
}
