import JSONCore

extension InputFile {
    /// Why a file holds no object.
    enum Fault: Error, Equatable {
        case noJSON(JSONFault, line: Int, column: Int)
        /// An editor has marked the text as UTF-8, which JSON always is.
        case byteOrderMark
        case duplicate(String, line: Int, column: Int)
        case noObject(JSONKind)
        case tooLong(most: Int)
    }
}

extension InputFile.Fault: CustomStringConvertible {
    var description: String {
        switch self {
        case .noJSON(let fault, let line, let column): "is no JSON: \(fault.reason) at line \(line), column \(column)"
        case .byteOrderMark: "begins with a byte order mark; save it without one"
        case .duplicate(let name, let line, let column):
            "has \(name.shown) twice, again at line \(line), column \(column)"
        case .noObject(let kind): "must be a JSON object, got \(kind.words)"
        case .tooLong(let most): "is longer than \(most) bytes, the most that tunerctl reads; split it"
        }
    }
}
