import SystemCore

/// The bytes that a person types on standard input.
enum TypedBytes {
    /// Returns the typed bytes, or an empty array if there are none.
    ///
    /// Throws ``Errno/inputOutput`` if the terminal is gone.
    static func read() throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let transfer = try Kernel.withStandardInput { (input) throws(SystemError) in
            var span = bytes.mutableSpan
            return try Kernel.read(input, into: &span)
        }
        switch transfer {
        case .bytes(let count): return Array(bytes[..<count])
        case .end: throw SystemError("read", .inputOutput)
        case .wouldBlock: return []
        }
    }
}
