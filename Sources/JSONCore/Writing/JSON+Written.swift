extension JSON {
    /// Returns the value as compact JSON; throws if it contains a number that is not finite.
    package func written() throws(JSONNotFinite) -> String {
        var bytes = ByteBuffer()
        try bytes.append(json: self)
        return String(decoding: [UInt8](bytes), as: UTF8.self)
    }
}
