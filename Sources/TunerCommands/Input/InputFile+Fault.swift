import JSONCore

extension InputFile {
    /// The reason for which a file is not a valid object.
    enum Fault: Error, Equatable {
        case noJSON(JSONFault, line: Int, column: Int)
        /// The text begins with a byte order mark, which JSON does not allow.
        case byteOrderMark
        case duplicate(String, line: Int, column: Int)
        case noObject(JSONKind)
        case tooLong(most: Int)
    }
}

extension InputFile.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .noJSON(let fault, let line, let column): "is not JSON: \(fault.reason) at line \(line), column \(column)"
        case .byteOrderMark: "begins with a byte order mark; save it without one"
        case .duplicate(let name, let line, let column):
            "has \(name.shown) twice, again at line \(line), column \(column)"
        case .noObject(let kind): "must be a JSON object, got \(kind.words)"
        case .tooLong(let most): "is longer than \(most) bytes, the most that tunerctl reads; split it"
        }
    }
}
