import JSONCore

/// A command line that cannot be followed, and the command that it was meant for as far as that is known.
struct UsageError: Error, Equatable {
    /// What is wrong.
    enum Fault: Equatable {
        case unknownCommand(String, nearest: String?)
        case unknownOption(String, nearest: String?)
        case noValue(option: String, placeholder: String)
        case takesNoValue(option: String)
        case value(String, option: String, expectation: String)
        case missingArgument(String)
        case extraArgument(String)
        case noParameter(String)
        case noJSON(JSONFault, line: Int, column: Int)
        case unknownSubject(String, nearest: String?)
    }

    let fault: Fault
    let command: String?

    init(_ fault: Fault, command: String? = nil) {
        self.fault = fault
        self.command = command
    }
}

extension UsageError: CustomStringConvertible {
    /// One sentence for a person, with the way to help.
    var description: String {
        "\(fault); see tunerctl \(command.map { "help \($0)" } ?? "--help")"
    }
}

extension UsageError.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownCommand(let name, let nearest): "there is no command \(name.shown)\(guess(nearest))"
        case .unknownOption(let name, let nearest): "there is no option \(name.shown)\(guess(nearest))"
        case .noValue(let option, let placeholder): "\(option) needs a value: \(option) \(placeholder)"
        case .takesNoValue(let option): "\(option) takes no value"
        case .value(let value, let option, let expectation): "\(option) must be \(expectation), got \(value.shown)"
        case .missingArgument(let name): "\(name) is missing"
        case .extraArgument(let argument): "\(argument.shown) is too much"
        case .noParameter(let argument):
            "parameters must be one JSON object, one JSON array, or each KEY=VALUE, got \(argument.shown)"
        case .noJSON(let fault, let line, let column):
            "the parameters are no JSON: \(fault.reason) at line \(line), column \(column)"
        case .unknownSubject(let name, let nearest): "there is no command or method \(name.shown)\(guess(nearest))"
        }
    }

    private func guess(_ nearest: String?) -> String {
        nearest.map { "; did you mean \($0)?" } ?? ""
    }
}
