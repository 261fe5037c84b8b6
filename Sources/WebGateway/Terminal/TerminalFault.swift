import ConsoleCore
import JSONCore
import OptionCore

/// The reason why a line is no command.
enum TerminalFault: Error, Equatable {
    case openQuote
    case unknown(String)
    case missing(String)
    case unexpected(String)
    case number(String, String)
    case time(String, String)
    case longWait
    case bound(String, String)
    case severalConditions
    case noFlagType
    case newFlag(NewFlag.Fault)
    case steps(String)
    case presetName(String)
    case tooLong

    var sentence: String {
        switch self {
        case .openQuote: "a quote is not closed; for a quote in a word, put the word in the other quotes"
        case .unknown(let name) where TerminalCommandName.others.contains(name):
            "there is no command \(name) in this terminal; in a shell, type: tunerctl \(name)"
        case .unknown(let name):
            "there is no command \(name.shown)\(NearestName.question(TerminalCommandName.nearest(to: name))); for all, type: help"
        case .missing(let name): "\(name) is missing; for the usage, type: help"
        case .unexpected(let word): "\(word.shown) is one word too many; put text in quotes"
        case .number(let name, let word): "\(name) must be a whole number from 1, got \(word.shown)"
        case .time(let option, let word): "\(option) must be a time such as \(TimeText.examples), got \(word.shown)"
        case .longWait: "--timeout must be at most 10m"
        case .bound(let option, let word): "\(option) must be a number, got \(word.shown)"
        case .severalConditions: WaitText.severalConditions
        case .steps(let word): "N must be a whole number, got \(word.shown)"
        case .noFlagType: "the flag needs one type: --bool, --string, --number or --object"
        case .newFlag(.missing): "a value is missing; for the usage, type: help"
        case .newFlag(.unexpected(let word)): "\(word.shown) is one word too many; --bool has one value at most"
        case .newFlag(.value(let word, let expectation)): "the values must be \(expectation), got \(word.shown)"
        case .newFlag(.fallback(let word, let expectation)): "--default must be \(expectation), got \(word.shown)"
        case .presetName(let sentence): sentence
        case .tooLong: "a message may have at most \(Terminal.messageLimit) bytes"
        }
    }
}
