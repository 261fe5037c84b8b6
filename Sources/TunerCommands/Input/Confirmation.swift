import SystemCore

/// A question to the person at the terminal.
enum Confirmation {
    /// Throws if a command must ask, but standard input is no terminal.
    static func check(unless isSure: Bool, _ invocation: Invocation) throws(Failure) {
        guard !isSure, (try? Kernel.withStandardInput { Kernel.isTerminal($0) }) != true else { return }
        throw .usage(invocation.error(.text("without a terminal to ask on, add --yes")))
    }

    /// Asks on standard error, and returns whether the typed line begins with "y".
    static func isGiven(_ question: String) throws(Failure) -> Bool {
        Output.writeError(question)
        let response = try Failure.system { () throws(SystemError) in
            try Kernel.withStandardInput { (input) throws(SystemError) in
                var bytes = [UInt8](repeating: 0, count: 256)
                var span = bytes.mutableSpan
                guard case .bytes(let count) = try Kernel.read(input, into: &span) else { return "" }
                return String(decoding: bytes[..<count], as: UTF8.self)
            }
        }
        return response.lowercased().hasPrefix("y")
    }
}
