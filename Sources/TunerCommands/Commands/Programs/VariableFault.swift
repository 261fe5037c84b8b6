import JSONCore

/// The reason for which a value cannot become an environment variable.
enum VariableFault: Error, Equatable {
    /// Two keys would have one name: the first key, the second key and the name.
    case collision(String, String, String)
    /// The name controls other programs: the key and the name.
    case reserved(String, String)
    /// The name would begin with a digit: the key and the name.
    case noName(String, String)
    /// The value of this key contains a zero byte.
    case zeroByte(String)
    /// The values exceed the kernel's limit for arguments and environment.
    case tooMuch
}

extension VariableFault: CustomStringConvertible {
    var description: String {
        switch self {
        case .collision(let first, let second, let name):
            "\(first.shownWhole) and \(second.shownWhole) would both be \(name.shownWhole); exclude one with --match"
        case .reserved(let key, let name):
            "\(key.shownWhole) would be \(name.shownWhole), which has a meaning for other programs; "
                + "use another --prefix, or exclude the key with --match"
        case .noName(let key, let name):
            "\(key.shownWhole) would be \(name.shownWhole), but a variable cannot begin with a digit; use a --prefix"
        case .zeroByte(let key):
            "\(key.shownWhole) has a zero byte, which a variable cannot have; exclude it with --match"
        case .tooMuch: "the values are too long for environment variables; select fewer with --match"
        }
    }
}
