import JSONCore

/// Why a value cannot be a variable of the environment.
enum VariableFault: Error, Equatable {
    /// Two keys would have one name.
    case collision(String, String, String)
    /// The name means something to programs.
    case reserved(String, String)
    /// It would begin with a digit.
    case noName(String, String)
    /// The value of a key holds a zero byte.
    case zeroByte(String)
    /// The values are more than a program can be given.
    case tooMuch
}

extension VariableFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .collision(let first, let second, let name):
            "\(first.shownWhole) and \(second.shownWhole) would both be \(name.shownWhole); leave one out with --match"
        case .reserved(let key, let name):
            "\(key.shownWhole) would be \(name.shownWhole), which programs take for something else; "
                + "give it another --prefix, or leave it out with --match"
        case .noName(let key, let name):
            "\(key.shownWhole) would be \(name.shownWhole), and no variable begins with a digit; give it a --prefix"
        case .zeroByte(let key):
            "\(key.shownWhole) holds a zero byte, which no variable can; leave it out with --match"
        case .tooMuch: "the values are too long for variables, one of them or all together; take fewer with --match"
        }
    }
}
