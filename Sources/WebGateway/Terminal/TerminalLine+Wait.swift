import ConsoleCore

extension TerminalLine {
    /// How long `wait` waits without `--timeout`, in seconds.
    static let usualWait = 60.0
    /// The limit for `--timeout`, in seconds.
    static let longestWait = 600.0

    static func wait(_ rest: inout TerminalWords) throws(TerminalFault) -> TerminalLine {
        let seconds = try rest.takeTime("--timeout") ?? usualWait
        guard seconds <= longestWait else { throw .longWait }
        var conditions: [WaitCondition] = []
        if let bound = try rest.takeBound("--above") { conditions.append(.above(bound)) }
        if let bound = try rest.takeBound("--below") { conditions.append(.below(bound)) }
        if rest.take("--changed") { conditions.append(.changed) }
        let key = try rest.next("KEY")
        if let text = rest.next() { conditions.append(.equal(text)) }
        guard conditions.count <= 1 else { throw .severalConditions }
        return .wait(key, conditions.first ?? .present, within: seconds)
    }
}

extension TerminalWords {
    /// Removes an option with a bound; returns nil without the option.
    fileprivate mutating func takeBound(_ option: String) throws(TerminalFault) -> WaitCondition.Bound? {
        guard let word = try takeValue(option, "N") else { return nil }
        guard let bound = WaitCondition.Bound(word) else { throw .bound(option, word) }
        return bound
    }
}
