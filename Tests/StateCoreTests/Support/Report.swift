/// The differences between two implementations.
struct Report {
    private(set) var lines: [String] = []

    mutating func note(_ line: String) {
        lines.append(line)
    }

    mutating func compare<Value: Equatable>(_ what: @autoclosure () -> String, _ found: Value, _ expected: Value) {
        if found != expected {
            lines.append("\(what()): the state says \(found), the oracle \(expected)")
        }
    }
}
