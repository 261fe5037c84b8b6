import JSONCore

extension JSONWriter {
    /// Writes a key as a member's name.
    ///
    /// Keys need no escapes.
    mutating func name(key: Span<UInt8>) {
        begin("\"", key, "\":")
    }
}
